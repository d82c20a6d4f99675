import { buffer } from 'node:stream/consumers';
import { WebhookMessage } from '@naughty-list/contracts/webhooks';
import { createQueuePlace, type QueuePlace, queueKinds } from '@naughty-list/test-kit/queue-place';
import { startStandIn } from '@naughty-list/test-kit/stand-in-server';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Config } from '../src/config.ts';
import {
  createSendWebhook,
  isPublicAddress,
  isPublicHost,
  type Subscriber,
} from '../src/publication/webhooks/deliver.ts';
import { notifySubscriber } from '../src/publication/webhooks/notify.ts';
import { recordChanges } from '../src/record/ledger/append.ts';
import { reports } from '../src/service.ts';
import { type Admins, openAdmins } from './admins.ts';
import { removeReport } from './past-operations.ts';
import { ANYTHING } from './running-service.ts';

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

/** A subscriber's server, which verifies signatures like the standard's library; returns the given statuses first. */
async function startReceiver(statuses: number[] = []) {
  const received: { id: string; message: WebhookMessage }[] = [];
  const { url, stop } = await startStandIn((_path, response, request) => {
    void buffer(request).then((body) => {
      const status = statuses.shift() ?? 204;
      const headers = request.headers as Record<string, string>;
      const message = WebhookMessage.parse(new Webhook(secret).verify(body, headers));
      if (status === 204) received.push({ id: headers['webhook-id'] ?? '', message });
      response.writeHead(status, { location: '/elsewhere' }).end();
    });
  });
  return { url: `${url}/hook`, received, stop };
}

describe.each(queueKinds)('webhooks, with jobs in %s', (kind) => {
  let place: QueuePlace;
  let admins: Admins;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let subscriber: Subscriber;

  beforeAll(async () => {
    place = await createQueuePlace(kind);
    receiver = await startReceiver([302]);
    admins = await openAdmins({ QUEUE_URL: place.url });
    subscriber = { id: '0123456789abcdef', url: receiver.url, secret, include: 'corroborated' };
    const { context } = admins.service;
    Object.assign(context, {
      subscribers: [subscriber],
      // Allows the test's server, which is on this machine.
      sendWebhook: createSendWebhook(() => true),
    });
    await notifySubscriber(context, subscriber);
    await reports.startJobs(context);
  });
  afterAll(async () => {
    await receiver.stop();
    await admins.service.stop();
    await place.drop();
  });

  const received = (number: number) =>
    receiver.received.map(({ message }) => message).filter(({ data }) => data.number === number);

  it('says what a case is after each change, tries again, follows no redirect, and at last names no account', async () => {
    const { db } = admins.service.context;
    const { id, username } = await admins.newReport();
    await db('scammer_reports').where({ id }).update({ status: 'corroborated' });
    await db.transaction((trx) => recordChanges(trx, { cases: [id] }, ANYTHING));
    await expect.poll(() => received(id).length).toBe(1);
    expect(received(id)[0]).toMatchObject({ type: 'case.updated', data: { number: id, username } });
    await db('scammer_reports')
      .where({ id })
      .update({ username: `${username}2` });
    await db.transaction((trx) => recordChanges(trx, { cases: [id] }, ANYTHING));
    await notifySubscriber(admins.service.context, subscriber);
    await expect.poll(() => received(id).length).toBe(2);
    await removeReport(db, id, 'burn');
    await notifySubscriber(admins.service.context, subscriber);
    await expect.poll(() => received(id).length).toBe(3);
    expect(received(id)[2]).toEqual({
      type: 'case.removed',
      timestamp: expect.any(String),
      data: { number: id },
    });
    const ids = receiver.received.map((each) => each.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('says that a case is gone whose status is not in the scope any more, and nothing else of it', async () => {
    const { context } = admins.service;
    subscriber.include = 'all';
    const { id } = await admins.newReport();
    await notifySubscriber(context, subscriber);
    await expect.poll(() => received(id).length).toBe(1);
    subscriber.include = 'corroborated';
    await context.db('scammer_reports').where({ id }).update({ scam_category: 'other' });
    await recordChanges(context.db, { cases: [id] }, ANYTHING);
    await notifySubscriber(context, subscriber);
    await removeReport(context.db, id, 'another burn');
    await notifySubscriber(context, subscriber);
    await expect.poll(() => received(id).length).toBe(2);
    expect(received(id).map(({ type }) => type)).toEqual(['case.updated', 'case.removed']);
  });
});

it('are sent to public addresses alone', async () => {
  const special = {
    v4: '127.0.0.1 10.1.2.3 192.168.0.1 169.254.169.254 100.64.0.1 0.0.0.0 198.18.0.1 224.0.0.1 255.255.255.255',
    v6: ':: ::1 ::127.0.0.1 ::a00:1 ::ffff:10.0.0.1 ::ffff:0:10.0.0.1 100:0:0:1::1 2001:db8::1 2002:a00:1:: 4000::1 64:ff9b::a00:1 64:ff9b:1::1 fd00::1 fe80::1 fec0::1 ff02::1',
  };
  for (const address of special.v4.split(' ')) expect(isPublicAddress(address), address).toBe(false);
  for (const address of special.v6.split(' ')) {
    const host = new URL(`https://[${address}]/`);
    expect([isPublicAddress(address), isPublicHost(host)], address).toEqual([false, false]);
  }
  for (const address of ['1.1.1.1', '2606:4700::1111']) expect(isPublicAddress(address)).toBe(true);
  const { url, received, stop } = await startReceiver();
  const send = createSendWebhook();
  await expect(send(url, {}, '{}')).rejects.toThrow('must have a public address');
  await expect(send(url.replace('127.0.0.1', 'localhost'), {}, '{}')).rejects.toThrow('no public address');
  expect(received).toEqual([]);
  await stop();
});

it('need https, and a secret each', () => {
  const read = (WEBHOOKS: string) => Config.pick({ WEBHOOKS: true }).safeParse({ WEBHOOKS });
  expect(read(`https://a.example/hook ${secret}, https://b.example ${secret} all`).data).toEqual({
    WEBHOOKS: [
      { url: 'https://a.example/hook', secret, include: 'corroborated' },
      { url: 'https://b.example', secret, include: 'all' },
    ],
  });
  for (const wrong of [
    `http://a.example/hook ${secret}`,
    'https://a.example',
    'https://a.example whsec_short',
  ])
    expect(read(wrong).success).toBe(false);
});

it.each([
  ['24 bytes', 'A'.repeat(32), true],
  ['25 bytes', `${'A'.repeat(34)}==`, true],
  ['25 bytes without padding', 'A'.repeat(34), true],
  ['26 bytes', `${'A'.repeat(35)}=`, true],
  ['fewer bytes', `${'A'.repeat(31)}=`, false],
  ['a letter too many', 'A'.repeat(33), false],
  ['a letter missing', `${'A'.repeat(33)}==`, false],
  ['padding too short', `${'A'.repeat(34)}=`, false],
  ['padding too long', `${'A'.repeat(35)}==`, false],
  ['padding after whole groups', `${'A'.repeat(32)}=`, false],
])('a secret of %s', (_what, base64, valid) => {
  const WEBHOOKS = `https://a.example whsec_${base64}`;
  const read = Config.pick({ WEBHOOKS: true }).safeParse({ WEBHOOKS });
  expect(read.success).toBe(valid);
  if (!valid) expect(read.error?.message).toContain('24 bytes or more in complete base64');
});
