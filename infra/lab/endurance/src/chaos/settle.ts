import { setTimeout as sleep } from 'node:timers/promises';
import { compare, type Outcome } from './compare.ts';
import type { RunRecord } from './run-record.ts';
import { readTables } from './tables.ts';

/** Longer than the watcher's longest retry delay. */
export const SETTLE_MS = 400_000;

const POLL_MS = 1_000;

/**
 * Waits until everything is decided and every valid payment has its effect, until no further effect has occurred for
 * minutes, or until `signal` aborts. Refused claims that are notified again are undecided from time to time, which
 * alone is no reason to wait.
 */
export async function settle(
  databaseUrl: string,
  runRecord: RunRecord,
  signal?: AbortSignal,
): Promise<Outcome> {
  let effects = -1;
  let changedAt = Date.now();
  let quietRounds = 0;
  for (;;) {
    const outcome = compare(runRecord, await readTables(databaseUrl));
    if (outcome.effects !== effects) [effects, changedAt] = [outcome.effects, Date.now()];
    // Several rounds, since the watcher may be about to find a payment that is not in the tables yet.
    quietRounds = outcome.open.length === 0 && outcome.lost.length === 0 ? quietRounds + 1 : 0;
    if (quietRounds > 4 || Date.now() - changedAt > SETTLE_MS || signal?.aborted) return outcome;
    await sleep(POLL_MS, undefined, signal ? { signal } : {}).catch(() => {});
  }
}
