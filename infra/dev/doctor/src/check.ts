import { setTimeout as sleep } from 'node:timers/promises';
import { describeConnectionError } from '@naughty-list/service-kit/telemetry/faults';
import { createScrubber } from '@naughty-list/service-kit/telemetry/secrets';

/** The result of a check; `advice` says what to do. */
export type Finding =
  | { level: 'ok'; found: string }
  | { level: 'warning' | 'failure'; found: string; advice: string };

/** `skipped`: a check that it depends on failed. */
export type Result = { name: string } & (Finding | { level: 'skipped'; found: string });

/** One check. An error that it throws is a failure. */
export type Check = {
  name: string;
  inspect: () => Promise<Finding>;
  /** Advice if the check itself fails. */
  advice: string;
};

const TIMEOUT_MS = 10_000;

export const ok = (found: string): Finding => ({ level: 'ok', found });
export const warning = (found: string, advice: string): Finding => ({ level: 'warning', found, advice });
export const failure = (found: string, advice: string): Finding => ({ level: 'failure', found, advice });

/** Runs a check within a bounded time. */
export async function run({ name, inspect, advice }: Check): Promise<Result> {
  const tooLate = sleep(TIMEOUT_MS, undefined, { ref: false }).then(() => {
    throw new Error(`no answer within ${TIMEOUT_MS / 1_000} seconds`);
  });
  try {
    return { name, ...(await Promise.race([inspect(), tooLate])) };
  } catch (error) {
    return { name, ...failure(textOf(error), advice) };
  }
}

const scrub = createScrubber();

/** The message of an error, or of the first of several; drivers leave it empty for a refused connection. */
export function textOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return textOf(error.errors[0]);
  const { message, code } = error as { message?: string; code?: string };
  return scrub(describeConnectionError(error) ?? (message || code || String(error))).split('\n', 1)[0] ?? '';
}
