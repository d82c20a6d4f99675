import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 400;
const CALL_MS = 30_000;

export type Answer = { status: number; body: Record<string, unknown>; cookie: string | undefined };

/** A failed call; times in milliseconds since 1970. */
export type Failure = { what: string; from: number; to: number; reason: string };

/** The last unusable response, for the line that reports a stuck user. */
export class TimedOutError extends Error {
  override name = 'ImpatientError';
}

/**
 * A call with retries until the response is neither a server error (5xx) nor 429; `onFailure` is called with each of
 * the others. Throws an TimedOutError when `signal` is aborted.
 */
export async function callWithRetries(
  url: string,
  init: RequestInit,
  signal: AbortSignal,
  onFailure: (failure: Failure) => void = () => {},
): Promise<Answer> {
  const what = `${init.method ?? 'GET'} ${url}`;
  let last = 'nothing was tried';
  while (!signal.aborted) {
    const from = Date.now();
    try {
      const response = await fetch(url, {
        ...init,
        signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_MS)]),
      });
      const text = await response.text();
      last = `${response.status} ${text.slice(0, 200)}`;
      if (response.status < 500 && response.status !== 429) {
        const body = JSON.parse(text || '{}') as Record<string, unknown>;
        const cookies = response.headers.getSetCookie().map((set) => set.split(';', 1)[0]);
        const cookie = cookies.length > 0 ? cookies.join('; ') : undefined;
        return { status: response.status, body, cookie };
      }
    } catch (error) {
      last = error instanceof Error ? `${error.message} ${error.cause ?? ''}` : String(error);
    }
    if (!signal.aborted) onFailure({ what, from, to: Date.now(), reason: last });
    await sleep(PAUSE_MS, undefined, { signal }).catch(() => {});
  }
  throw new TimedOutError(`${what}: ${last}`);
}
