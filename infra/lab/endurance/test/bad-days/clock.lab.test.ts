import type { SeparateStack } from '@naughty-list/embedded/stack';
import { lastingStack } from '@naughty-list/embedded/test/lasting-stack';
import { hitsOf, openPage } from '@naughty-list/embedded/test/page-loads';
import { query } from '@naughty-list/embedded/test/query';
import {
  burn,
  claim,
  effectsOf,
  ONCE,
  stageOf,
  submitReport,
} from '@naughty-list/embedded/test/removal-flow';
import { createControlClient } from '@naughty-list/local-chain/test/control-client';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { metricsOf } from './metrics-of.ts';
import { callEverything, healthOf, POLLING, prepareUsers, settings } from './users.ts';

const HELD_MS = 24 * 3_600_000;
const shiftClock = import.meta.resolve('@naughty-list/embedded/test/shift-clock');

let stack: SeparateStack;
const { start, end } = lastingStack();

beforeAll(async () => {
  stack = await start({
    separate: true,
    env: { ...settings, NODE_OPTIONS: `--import=${shiftClock}` },
    chain: { env: { CHAIN_CONTROL: 'true' } },
  });
});
afterAll(end);

type Name = keyof SeparateStack['services'];
const names = () => Object.keys(stack.services) as Name[];
const areAhead = new Set<Name>();
/** Sets the clocks of these services an hour ahead, or back again; each on its signal. */
function shift(...services: Name[]): void {
  for (const name of services) {
    process.kill(stack.services[name].pid ?? 0, 'SIGUSR2');
    if (!areAhead.delete(name)) areAhead.add(name);
  }
}
afterEach(() => shift(...areAhead));
/** Why the verifier has not decided a claim yet. */
const codeOf = async (id: string) => {
  const rows = await query(stack.databaseUrl, `select code from chain.verifications where id = '${id}'`);
  return (rows[0] as { code: string } | undefined)?.code;
};
const ahead = async () =>
  (await metricsOf(stack, 'clock_ahead_seconds')).map((line) =>
    Math.abs(Math.round(Number(line.split(' ')[1]) / 3_600)),
  );

it('a machine whose clock is set an hour ahead, and back: payments are judged by the chain’s time, and nothing stands still', async () => {
  const control = createControlClient(stack.rpcUrl);
  const users = await prepareUsers(stack);
  const report = await submitReport(stack);
  const signature = await burn(stack, report.uniqueBurnAddress);
  // Not visible yet, as if it were still to land.
  await control.setDelays({ signature, findMs: HELD_MS, confirmMs: HELD_MS, finalizeMs: HELD_MS });
  const id = await claim(stack, report, signature);
  await expect.poll(() => codeOf(id), POLLING).toBe('not_found_yet');
  const hitsBefore = await hitsOf(stack);

  shift(...names());
  await expect.poll(ahead, POLLING).toEqual([1, 1, 1, 1, 1]);
  // By this clock the claim has expired, but the chain's head is not that far, so the job is retried.
  await expect.poll(() => codeOf(id), POLLING).toBe('provider_behind');
  expect(await callEverything(stack, users)).toMatchObject({
    page: 200,
    list: 200,
    // 200 if the watcher was first.
    claim: expect.toBeOneOf([200, 202]),
    session: 200,
  });
  await openPage(stack.url);
  await expect.poll(() => effectsOf(stack, users.signature).catch(String), POLLING).toEqual(ONCE);
  expect(await stageOf(stack, id)).toBe('received');

  shift(...names());
  await expect.poll(ahead, POLLING).toEqual([0, 0, 0, 0, 0]);
  await openPage(stack.url);
  await expect.poll(() => hitsOf(stack), POLLING).toBe(hitsBefore + 2);
  await control.reset();
  await expect.poll(() => effectsOf(stack, signature).catch(String), POLLING).toEqual(ONCE);
});

it('clocks of two machines that are an hour apart: calls between them are refused as a break, and go on when they agree', async () => {
  const users = await prepareUsers(stack);
  shift('reports');
  await expect.poll(ahead, POLLING).toContain(1);
  expect(await callEverything(stack, users)).toMatchObject({
    page: 200,
    report: 503,
    claim: 503,
    counter: 200,
  });
  shift('reports');
  await expect.poll(async () => (await callEverything(stack, users)).claim, POLLING).toBeLessThan(300);
  await expect.poll(() => effectsOf(stack, users.signature).catch(String), POLLING).toEqual(ONCE);
  await expect.poll(async () => Object.values(await healthOf(stack)), POLLING).not.toContain('degraded');
});
