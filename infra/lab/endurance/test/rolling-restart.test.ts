import { redisProgram } from '@naughty-list/embedded/redis-server';
import { expect, it } from 'vitest';
import { differences } from '../src/result.ts';
import { runUnderLoad } from '../src/run.ts';
import type { Copy } from '../src/several/copy.ts';
import { sendStop } from '../src/trouble.ts';
import { withFleet } from '../src/with-fleet.ts';

const SEED = 1_225;
const RETRY_FOR_MS = 8 * 60_000;
const DEADLINE_MS = 15 * 60_000;
/** Longer than the run's own deadline, whose error says what was missing, unlike a test timeout. */
const TIMEOUT_MS = 20 * 60_000;

/** Like a rolling deployment: replaces the next when the previous one is ready again. */
async function replaceEach(copies: Copy[]): Promise<void> {
  for (const copy of copies) await sendStop(copy);
}

if (!redisProgram) console.log('No redis-server on the path: nothing is replaced under load');

it.runIf(redisProgram)(
  'two copies of everything, one of each replaced after the other under load: no call fails, and no payment, report or visit is lost',
  { timeout: TIMEOUT_MS },
  async () => {
    const deadline = AbortSignal.timeout(DEADLINE_MS);
    const result = await withFleet({ each: 2, log: console.log }, async (world) => {
      const value = await runUnderLoad(
        world,
        { seed: SEED, retryForMs: RETRY_FOR_MS, deadline },
        async () => {
          const deployments = Map.groupBy(world.fleet.copies, ({ service, kind }) => `${service} ${kind}`);
          await Promise.all([...deployments.values()].map(replaceEach));
        },
      );
      return { value, keep: false };
    });
    console.log(Object.fromEntries(result.journal.answered));
    expect(result.journal.failures).toEqual([]);
    expect(differences(result)).toEqual([]);
    // Each was replaced, and every kind of call was made.
    expect(result.ends).toHaveLength(18);
    expect([...result.journal.answered.keys()]).toEqual(expect.arrayContaining(KINDS));
  },
);

const KINDS = [
  'look-up',
  'page load',
  'visit reported by the page',
  'praise',
  'look at a payment',
  'admin: PATCH',
  'admin: DELETE',
  'users who paid, until they finish',
];
