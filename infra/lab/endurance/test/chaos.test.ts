import { expect, it } from 'vitest';
import { countsTable } from '../src/chaos/report.ts';
import { differences } from '../src/chaos/result.ts';
import { runChaos } from '../src/chaos/run-chaos.ts';

const SEED = 2_412;
const RETRY_FOR_MS = 20 * 60_000;

// The short run of `pnpm chaos`.
it('40 removals and 15 memberships while everything is killed and the RPC lies: one effect per valid payment', {
  timeout: 2 * RETRY_FOR_MS,
  // No retry: money lost in one run of two is lost.
  retry: 0,
}, async () => {
  const result = await runChaos({
    removals: 40,
    memberships: 15,
    seed: SEED,
    retryForMs: RETRY_FOR_MS,
    log: () => {},
  });
  console.log(`seed ${SEED}\n${countsTable(result)}`);
  expect(differences(result)).toEqual([]);
  // Otherwise the run proved nothing.
  expect(result.killed.size).toBeGreaterThan(0);
  expect(result.injected.size).toBeGreaterThan(0);
});
