import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 400;
const CALL_MS = 30_000;

export type Answer = { status: number; body: Record<string, unknown>; cookie: string | undefined };

/** The last answer that could not be used, for the line that says where somebody is stuck. */
export class ImpatientError extends Error {
  override name = 'ImpatientError';
}

/**
 * One call as somebody makes it who tries again: until there is an answer that is neither a failure of the server (5xx) nor a
 * "too many requests". Throws an ImpatientError when `signal` is aborted.
 */
export async function callPatiently(url: string, init: RequestInit, signal: AbortSignal): Promise<Answer> {
  let last = 'nothing was tried';
  while (!signal.aborted) {
    try {
      const response = await fetch(url, {
        ...init,
        signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_MS)]),
      });
      const text = await response.text();
      last = `${response.status} ${text.slice(0, 200)}`;
      if (response.status < 500 && response.status !== 429) {
        const body = JSON.parse(text) as Record<string, unknown>;
        const cookie = response.headers.getSetCookie()[0]?.split(';')[0];
        return { status: response.status, body, cookie };
      }
    } catch (error) {
      last = error instanceof Error ? `${error.message} ${error.cause ?? ''}` : String(error);
    }
    await sleep(PAUSE_MS, undefined, { signal }).catch(() => {});
  }
  throw new ImpatientError(`${init.method ?? 'GET'} ${url}: ${last}`);
}
