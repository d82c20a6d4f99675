/** Errors before the connection was established: the request did not arrive. */
const neverArrived = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);
/** Errors of a broken connection: the other side may have processed the request. */
const brokenOff = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/**
 * Whether a failed call to another service may be retried: always when it did not arrive, and only if it changes
 * nothing when the connection broke. `error` is from undici or `fetch`.
 */
export function mayRepeat(error: unknown, method: string): boolean {
  const code = codeOf(error);
  return neverArrived.has(code) || (brokenOff.has(code) && ['GET', 'HEAD'].includes(method));
}

/** `fetch` wraps the cause in its own error. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const { code } = error as NodeJS.ErrnoException;
  return code ?? codeOf(error.cause);
}
