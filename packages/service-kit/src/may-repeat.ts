/** What a call failed with before its connection was there: nothing of it arrived. */
const neverArrived = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);
/** What it failed with when its connection ended: the other side may have done all of it. */
const brokenOff = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/**
 * Whether a call to another service that failed without an answer may be made again: what never arrived in any case, what
 * broke off only where it changes nothing. `error` is what undici or `fetch` threw.
 */
export function mayRepeat(error: unknown, method: string): boolean {
  const code = codeOf(error);
  return neverArrived.has(code) || (brokenOff.has(code) && ['GET', 'HEAD'].includes(method));
}

/** `fetch` hides what happened behind an error of its own. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const { code } = error as NodeJS.ErrnoException;
  return code ?? codeOf(error.cause);
}
