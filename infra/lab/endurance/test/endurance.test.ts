import { redisProgram } from '@naughty-list/embedded/redis-server';
import { expect, it } from 'vitest';
import { endure } from '../src/endurance.ts';
import { countsTable } from '../src/report.ts';
import { differences } from '../src/result.ts';

const SEED = 2_412;
const MINUTES = 3;
/** Longer than the run's own deadline, whose error says what was missing, unlike a test timeout. */
const RETRY_FOR_MS = 20 * 60_000;

if (!redisProgram) console.log('No redis-server on the path: the mixed load is not run');

// The short run of `npm run endurance`.
it.runIf(redisProgram)(
  'three copies of everything under mixed load while parts restart and the RPC lies: nothing lost, doubled or counted wrongly',
  // No retry: money lost in one run of two is lost.
  { timeout: RETRY_FOR_MS, retry: 0 },
  async () => {
    const { result, done } = await endure({ minutes: MINUTES, each: 3, seed: SEED, log: console.log });
    console.log(`seed ${SEED}\n${countsTable(result, done)}`);
    expect(differences(result)).toEqual([]);
    // Otherwise the run proved nothing.
    expect(done.troubles.size).toBeGreaterThan(1);
    expect(done.rpcFaults.size).toBeGreaterThan(1);
    expect(result.runRecord.signed).toBeGreaterThan(1);
  },
);
