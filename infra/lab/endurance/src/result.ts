import type { Outcome } from './chaos/compare.ts';
import { paymentDifferences } from './chaos/result.ts';
import type { RunRecord } from './chaos/run-record.ts';
import type { Reported, Standing } from './compare-kept.ts';
import { type Journal, unexcused } from './journal.ts';
import type { Kept } from './kept.ts';

/** The results of a run. */
export type Result = {
  payments: Outcome;
  forgottenByChain: string[];
  journal: Journal;
  runRecord: RunRecord;
  kept: Kept;
  /** Differences besides payments. */
  keptWrongly: string[];
  standing: Standing;
  reported: Reported;
  stuck: string[];
  /** How processes ended, as they reported. */
  ends: string[];
  /** Milliseconds since 1970. */
  started: number;
  loadedMs: number;
};

/** A process exits with 0 when stopped, or by SIGKILL. */
const ENDED_WELL = /\((exit code 0|SIGKILL)\)/;

/** One line per difference. */
export function differences(result: Result): string[] {
  const { payments, forgottenByChain, stuck, journal, started, ends } = result;
  const at = (time: number) => `second ${((time - started) / 1_000).toFixed(1)}`;
  return [
    ...paymentDifferences(payments),
    ...forgottenByChain.map((payment) => `forgotten by the chain: ${payment}`),
    ...result.keptWrongly,
    ...stuck.map((person) => `did not finish: ${person}`),
    ...unexcused(journal).map(
      ({ what, from, to, reason }) => `failed from ${at(from)} to ${at(to)}: ${what}: ${reason}`,
    ),
    ...ends.filter((line) => !ENDED_WELL.test(line)).map((line) => `process: ${line}`),
  ];
}
