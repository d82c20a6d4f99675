import type { Log } from './log.ts';

/** Explanations by Node and OpenSSL error code, for operators; runbooks quote them. */
const descriptions: readonly [pattern: RegExp, description: string][] = [
  [/^(CERT_|ERR_TLS_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/, 'its certificate is not accepted'],
  [/^(ENOTFOUND|EAI_)/, 'its name cannot be resolved'],
];

/** Why a connection failed, in words and with the code; undefined when the code is clear enough. */
export function describeConnectionError(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  if (typeof code !== 'string') return undefined;
  const description = descriptions.find(([pattern]) => pattern.test(code))?.[1];
  return description && `${description} (${code})`;
}

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
