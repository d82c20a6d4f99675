import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { provideInvite, provideInviteJob, sendInvites } from '../src/invites/invites.ts';
import { findUninvited } from '../src/members/repository.ts';
import {
  accepted,
  newSignature,
  newVisitor,
  newWallet,
  openMembership,
  type RunningService,
  SECRET,
  startMembership,
  until,
  WELCOME,
} from './running-service.ts';
import { botConstants, botSettings, startTelegram, type TelegramServer } from './telegram-server.ts';

let telegram: TelegramServer;
let service: RunningService;
beforeEach(async () => {
  telegram = await startTelegram();
  service = await startMembership(botSettings, { constants: botConstants(telegram) });
});
afterEach(async () => {
  await service.stop();
  await telegram.close();
});

async function admit() {
  const visitor = newVisitor();
  const { status, body } = await service.verify(visitor, newSignature());
  return { visitor, status, body };
}

it('each member gets their own invite, valid for one person', async () => {
  const members = await Promise.all([admit(), admit(), admit()]);
  const links = members.map(({ body }) => body.telegramLink);
  expect(new Set(links).size).toBe(3);
  expect([...telegram.given].sort()).toEqual(links.sort());
  for (const { body } of telegram.asked) {
    expect(body).toEqual({
      chat_id: '-1001234567890',
      member_limit: 1,
      name: expect.stringMatching(/^Member \d+$/),
    });
  }
});

it('a member who asks again gets the same invite, and no new one is created', async () => {
  const { visitor, body } = await admit();
  expect((await service.generate(visitor)).body.telegramLink).toBe(body.telegramLink);
  expect(telegram.asked).toHaveLength(1);
});

it('another browser of the member gets the same invite, and waits for it while it is being created', async () => {
  const payer = newWallet();
  service.decideBy((asked) => accepted(asked, payer.address));
  telegram.become('hangs', 'gives');
  const first = admit();
  await until(() => telegram.asked.length === 1);
  const other = newVisitor();
  const proof = await service.prove(other, { wallet: payer });
  const { status, body } = await service.recover(other, proof);
  expect({ status, link: body.telegramLink }).toEqual({ status: 200, link: telegram.given[0] });
  expect((await first).body.telegramLink).toBe(body.telegramLink);
  expect(telegram.given).toHaveLength(1);
});

it('a member admitted while there was a shared link gets an invite once there is a bot', async () => {
  const shared = await startMembership();
  expect((await shared.verify(newVisitor(), newSignature())).body).toEqual(WELCOME);
  const { DATABASE_URL } = shared.context.config;
  const withBot = await openMembership(DATABASE_URL, botSettings, botConstants(telegram));
  const { db, log } = withBot;
  for (const memberId of await findUninvited(db))
    await provideInvite(withBot, { memberId }, { attempt: 1, log });
  expect(await shared.members()).toMatchObject([{ telegram_link: telegram.given[0] }]);
  await withBot.close();
  await shared.stop();
});

describe('a member eventually gets exactly one invite if Telegram', () => {
  it.each([
    ['breaks', 'breaks'],
    ['hangs', 'hangs'],
    ['hangs up', 'hangs up'],
    ['talks nonsense', 'talks nonsense'],
    ['refuses', { refuses: { error_code: 400, description: 'Bad Request: not enough rights' } }],
    ['does not know the bot', { refuses: { error_code: 401, description: 'Unauthorized' } }],
  ] as const)('%s at first', async (_name, mood) => {
    telegram.become(mood, mood, 'gives');
    const { status, body } = await admit();
    expect({ status, link: body.telegramLink }).toEqual({ status: 200, link: telegram.given[0] });
    expect(telegram.asked).toHaveLength(3);
    expect(telegram.given).toHaveLength(1);
  });

  it('asks for a pause, which is kept', async () => {
    const refuses = { error_code: 429, description: 'Too Many Requests', parameters: { retry_after: 3 } };
    telegram.become({ refuses }, 'gives');
    expect((await admit()).body.telegramLink).toBe(telegram.given[0]);
    const [first, second] = telegram.asked;
    expect(telegram.asked).toHaveLength(2);
    expect(Number(second?.at) - Number(first?.at)).toBeGreaterThanOrEqual(3_000);
  });

  it('has its job lost: the sweep sends it again', async () => {
    const { db, queues, chat } = service.context;
    telegram.become('breaks');
    const waiting = admit();
    await until(() => telegram.asked.length === 2);
    const queue = await queues.open(provideInviteJob.queue);
    await until(async () => (await queue.getDelayedCount()) === 1);
    await queue.obliterate({ force: true });
    telegram.become('gives');
    await sendInvites({ db, queues, chat });
    expect((await waiting).body.telegramLink).toBe(telegram.given[0]);
  });

  it('is unavailable for long: the visitor learns that the payment is verified, and gets the invite later', async () => {
    telegram.become('breaks');
    const { DATABASE_URL } = service.context.config;
    await service.stop();
    service = await startMembership(
      { ...botSettings, VERIFY_WAIT_MS: '1000' },
      { constants: botConstants(telegram) },
    );
    expect(DATABASE_URL).not.toBe(service.context.config.DATABASE_URL);
    const visitor = newVisitor();
    const signature = newSignature();
    await service.generate(visitor);
    const pending = await service.verify(visitor, signature);
    expect(pending.status).toBe(202);
    await until(async () => (await service.members()).length === 1);
    const { status, body } = await service.verify(visitor, signature);
    expect({ status, message: body.message }).toEqual({
      status: 202,
      message: 'Your payment is verified. Your invite to the chat is being made; this can take a minute.',
    });
    const path = `/api/verifications/${body.verificationId}`;
    expect(await (await service.get(path)).json()).toMatchObject({ stage: 'judged', outcome: 'accepted' });
    expect(await service.members()).toMatchObject([{ telegram_link: null, telegram_link_provided: false }]);
    const events = service.get(`${path}/events`).then((stream) => stream.text());
    telegram.become('gives');
    expect(await events).toMatch(/\nid: last\ndata: \{[^\n]*"stage":"done"/);
    const answer = await service.verify(visitor, signature);
    expect(answer.body).toMatchObject({ success: true, telegramLink: telegram.given[0] });
    expect(await service.members()).toMatchObject([{ telegram_link_provided: true }]);
  });
});

const started: ChildProcessByStdio<null, Readable, null>[] = [];
let log = '';
afterEach(() => {
  for (const worker of started) worker.kill('SIGKILL');
});

/** A separate process that runs the jobs. */
function startWorker(): ChildProcessByStdio<null, Readable, null> {
  const { DATABASE_URL, QUEUE_URL, CHAIN_VERIFIER_URL } = service.context.config;
  const worker = spawn(process.execPath, [join(import.meta.dirname, 'worker-process.ts'), telegram.url], {
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      DATABASE_URL,
      QUEUE_URL,
      CHAIN_VERIFIER_URL,
      INTERNAL_SECRET: SECRET,
      LOG_LEVEL: 'trace',
      ...botSettings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  worker.stdout.on('data', (chunk) => {
    log += chunk;
  });
  started.push(worker);
  return worker;
}

async function end(
  worker: ChildProcessByStdio<null, Readable, null>,
  signal: NodeJS.Signals,
): Promise<unknown> {
  const ended = once(worker, 'exit');
  worker.kill(signal);
  return (await ended)[0];
}

it('a worker killed while requesting an invite only delays the member; no log contains a secret', async () => {
  await service.stop();
  service = await startMembership(botSettings, { jobs: false, constants: botConstants(telegram) });
  telegram.become('hangs');
  const worker = startWorker();
  const waiting = service.verify(newVisitor(), newSignature());
  await until(() => telegram.asked.length === 1);
  await end(worker, 'SIGKILL');
  telegram.become('breaks', 'hangs up', 'gives');
  const other = startWorker();
  expect((await waiting).body).toMatchObject({ success: true, telegramLink: telegram.given[0] });
  expect(telegram.given).toHaveLength(1);
  expect(await end(other, 'SIGTERM')).toBe(0);
  expect(log).toContain('invite created');
  for (const secret of ['AAsecret', 't.me/+', SECRET]) expect(log).not.toContain(secret);
});
