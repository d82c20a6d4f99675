import { failAtRandom } from './chaos/faults.ts';
import { sum } from './chaos/report.ts';
import { unexcused } from './journal.ts';
import type { Crowd } from './load/crowd.ts';
import type { Done } from './report.ts';
import { differences, type Result } from './result.ts';
import { runUnderLoad } from './run.ts';
import { makeTrouble } from './trouble.ts';
import { withFleet } from './with-fleet.ts';

export type EnduranceOptions = {
  minutes: number;
  /** Number of processes of each service and of each worker. */
  each: number;
  seed: number;
  log: (line: string) => void;
  signal?: AbortSignal;
};

const MINUTE_MS = 60_000;
const REPORT_EVERY_MS = 30_000;
const REPORTED_AT_ONCE = 3;
const FAULT_PAUSE_MS: [number, number] = [300, 3_000];
/** For scenarios in progress when the time is over. */
const RETRY_FOR_MS = 5 * MINUTE_MS;
/** For the start and the rest after the load, which takes two minutes if nothing is wrong. */
const REST_MS = 12 * MINUTE_MS;

/**
 * Mixed load for some minutes, while processes, Redis and PostgreSQL restart and the RPC endpoint fails, hangs and
 * returns false data.
 */
export async function endure(options: EnduranceOptions): Promise<{ result: Result; done: Done }> {
  const { minutes, each, seed, log, signal } = options;
  const done: Done = { troubles: new Map(), rpcFaults: new Map() };
  const deadline = AbortSignal.timeout(minutes * MINUTE_MS + REST_MS);
  return withFleet({ each, log, ...(signal ? { signal } : {}) }, async (world) => {
    const result = await runUnderLoad(
      world,
      { seed, retryForMs: minutes * MINUTE_MS + RETRY_FOR_MS, deadline },
      async ({ random, crowd }) => {
        const ends = [AbortSignal.timeout(minutes * MINUTE_MS), ...(signal ? [signal] : [])];
        const over = AbortSignal.any(ends);
        let reportedCount = 0;
        const reportTimer = setInterval(() => {
          log(progress(crowd, done));
          const wrong = unexcused(crowd.journal);
          for (const { what, reason } of wrong.slice(reportedCount, reportedCount + REPORTED_AT_ONCE))
            log(`  failed: ${what}: ${reason}`);
          reportedCount = wrong.length;
        }, REPORT_EVERY_MS);
        const { kept, journal } = crowd;
        const trouble = { victims: world, random: random.fork(), journal, kept, done: done.troubles, over };
        const faults = {
          random: random.fork(),
          pauseMs: FAULT_PAUSE_MS,
          injected: done.rpcFaults,
          signal: over,
        };
        try {
          await Promise.all([makeTrouble(trouble), failAtRandom(world.stack.rpcUrl, faults)]);
        } finally {
          clearInterval(reportTimer);
        }
      },
    );
    return { value: { result, done }, keep: differences(result).length > 0 };
  });
}

function progress({ journal, runRecord, kept }: Crowd, { troubles, rpcFaults }: Done): string {
  return [
    `${sum(journal.answered)} calls answered`,
    `${journal.failures.length} failed (${unexcused(journal).length} outside the restarts)`,
    `${runRecord.sent.length} payments`,
    `${runRecord.reports.length + kept.moderated.size} reports`,
    `${kept.visits.size} visits`,
    `${sum(troubles)} faults injected into the site`,
    `${sum(rpcFaults)} RPC faults`,
  ].join(', ');
}
