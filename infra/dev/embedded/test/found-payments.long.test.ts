import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SeparateStack } from '../src/stack.ts';
import { lastingStack, noLimits } from './lasting-stack.ts';
import { query } from './query.ts';
import { burn, effectsOf, listedIds, ONCE, submitReport } from './removal-flow.ts';

const POLLING = { timeout: 120_000, interval: 200 };

let stack: SeparateStack;
const { start, end } = lastingStack();

beforeAll(async () => {
  stack = await start({ separate: true, env: { ...noLimits } });
});
afterAll(end);

async function watches(): Promise<boolean> {
  const rows = await query(stack.databaseUrl, 'select address from chain.watched_addresses');
  return rows.length > 0;
}

type Paid = { id: number; signature: string };

/** A report, and a burn that names it, which is never claimed. */
async function submitAndBurn(): Promise<Paid> {
  // Watching starts with its first round: earlier burns are not found automatically.
  await expect.poll(watches, POLLING).toBe(true);
  const { id, uniqueBurnAddress } = await submitReport(stack);
  return { id, signature: await burn(stack, uniqueBurnAddress) };
}

async function isSettled({ id, signature }: Paid): Promise<boolean> {
  await expect.poll(() => effectsOf(stack, signature).catch(String), POLLING).toEqual(ONCE);
  return !(await listedIds(stack)).includes(id);
}

it('what was burned while the verifier was down is found when it is back', async () => {
  await stack.services['chain-verifier'].kill('SIGSTOP');
  const paid = [await submitAndBurn(), await submitAndBurn()];
  await stack.services['chain-verifier'].kill('SIGKILL');
  await stack.services['chain-verifier'].ready();
  expect(await Promise.all(paid.map(isSettled))).toEqual([true, true]);
});

it('is found though everything is killed at once', async () => {
  const paid = [await submitAndBurn(), await submitAndBurn()];
  const parts = [...Object.values(stack.services), stack.chain, stack.postgres];
  await Promise.all(parts.map((part) => part.kill('SIGKILL')));
  await Promise.all(parts.map((part) => part.ready()));
  expect(await Promise.all(paid.map(isSettled))).toEqual([true, true]);
});
