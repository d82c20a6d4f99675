import { burnRequest, removeByBurn, verifyBurn } from '@naughty-list/contracts/removal';
import { searchReports } from '@naughty-list/contracts/reports';
import { Answer, preferredWaitMs, route } from '@naughty-list/service-kit/http/route';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { type Gateway, postJson, Stage } from './gateway-under-test.ts';

// A service whose payments are never decided: it waits as long as it may.

let gateway: Gateway;
/** Calls that wait at the service. */
const held = new Set<() => void>();
let later = 0;

const stage = closeAfterAll(await Stage.build());
beforeEach(async () => {
  later = 0;
  const pending = { success: false, pending: true, verificationId: 'look_1', error: 'pending' } as const;
  const hold = (raw: { raw: NodeJS.EventEmitter }) =>
    new Promise<void>((resolve) => {
      held.add(resolve);
      raw.raw.once('close', () => held.delete(resolve));
    });
  const service = await stage.service([
    route(verifyBurn, async ({ raw, reply }) => {
      if (preferredWaitMs(raw.headers.prefer, 1) === 0) later += 1;
      else await hold(reply);
      return new Answer(202, pending);
    }),
    route(removeByBurn, async ({ raw, reply }) => {
      if (preferredWaitMs(raw.headers.prefer, 1) > 0) await hold(reply);
      return new Answer(202, { success: false, pending: true, verificationId: 'removal_1' });
    }),
    route(burnRequest, async ({ reply }) => {
      await hold(reply);
      return { transaction: '', message: '' };
    }),
    route(searchReports, async () => []),
  ]);
  gateway = await stage.gateway({ REPORTS_URL: service.url, TRUST_PROXY: '1' });
});
afterAll(async () => {
  for (const release of held) release();
});

const post = (path: string, body: unknown, from: string) =>
  postJson(gateway.url, path, body, { 'x-forwarded-for': from });
const preview = (from: string) => post('/api/verify-burn', { txHash: 'any', reportId: 1 }, from);
const removal = (from: string) => post('/api/scammer-reports/1/remove-by-burn', { txHash: 'any' }, from);
const build = (from: string) => post('/api/scammer-reports/1/burn-request', { account: 'any' }, from);
const wait = async (count: number) => expect.poll(() => held.size).toBe(count);

it.each([
  ['/24', (at: number) => `203.0.113.${at}`],
  ['/48', (at: number) => `2001:db8:1:${(at << 8).toString(16)}::1`],
])(
  'a %s may wait four times at once; the rest is answered 202 at once, and others wait and read',
  async (_, from) => {
    const before = held.size;
    const waiting = [1, 2, 3, 4].map((at) => preview(from(at)));
    await wait(before + 4);
    for (const at of [5, 6, 7])
      expect(await preview(from(at))).toMatchObject({ status: 202, json: { pending: true } });
    expect(later).toBe(3);
    const other = removal('198.51.100.1');
    await wait(before + 5);
    expect((await fetch(`${gateway.url}/api/scammer-reports/search?q=grinch`)).status).toBe(200);
    const stopped = gateway.stop();
    for (const answer of await Promise.all([...waiting, other])) expect(answer.status).toBe(202);
    await stopped;
  },
);

it('what cannot be answered later is refused, to its own network only', async () => {
  const before = held.size;
  const building = [1, 2, 3, 4].map((at) => build(`203.0.113.${at}`));
  await wait(before + 4);
  expect(await build('203.0.113.5')).toMatchObject({ status: 429, json: { code: 'too_many_requests' } });
  const other = build('198.51.100.1');
  await wait(before + 5);
  for (const release of held) release();
  for (const answer of await Promise.all([...building, other])) expect(answer.status).toBe(200);
});

it('an address of many networks cannot take all connections', async () => {
  const before = held.size;
  const waiting = Array.from({ length: 70 }, (_, at) => preview(`100.64.${at}.1`));
  await wait(before + 64);
  await expect.poll(() => later).toBe(6);
  expect((await build('198.51.100.1')).status).toBe(503);
  await gateway.stop();
  for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(202);
});
