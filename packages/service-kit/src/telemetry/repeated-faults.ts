import { describeConnectionError } from './connection-errors.ts';
import type { Log } from './log.ts';

const SILENCE_MS = 30_000;

/** Logs faults of a retry loop: the same fault once in half a minute, with the number of repetitions. */
export function createFaultLog(log: Log, what: string, fields: Record<string, unknown> = {}) {
  let last = '';
  let silentUntil = 0;
  let silenced = 0;
  return (err: Error): void => {
    const now = performance.now();
    // Connection errors of several addresses have no message of their own.
    const fault = `${err.name} ${err.message} ${'code' in err ? err.code : ''}`;
    if (fault === last && now < silentUntil) {
      silenced += 1;
      return;
    }
    const because = describeConnectionError(err);
    log.warn({ err, ...fields, ...(because && { because }), ...(silenced > 0 && { silenced }) }, what);
    last = fault;
    silentUntil = now + SILENCE_MS;
    silenced = 0;
  };
}
