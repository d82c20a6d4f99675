import type { Failure } from './chaos/call-with-retries.ts';
import { count, type Journal } from './journal.ts';

export type Answered = { status: number; headers: Headers; text: string };

/** Calls the site once, like a browser, and records the result; undefined on failure. */
export type Call = (what: string, path: string, init?: RequestInit) => Promise<Answered | undefined>;

const CALL_MS = 60_000;

export function openCaller(url: string, journal: Journal): Call {
  return async (what, path, init = {}) => {
    const from = Date.now();
    let reason: string;
    try {
      const { method = 'GET' } = init;
      const headers = {
        ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
        ...(init.headers as Record<string, string> | undefined),
      };
      const signal = AbortSignal.timeout(CALL_MS);
      const answer = await fetch(`${url}${path}`, { ...init, headers, signal });
      const text = await answer.text();
      if (answer.ok) {
        count(journal.answered, what);
        return { status: answer.status, headers: answer.headers, text };
      }
      reason = `${answer.status} ${text.slice(0, 200)}`;
    } catch (error) {
      reason = error instanceof Error ? `${error.message} ${error.cause ?? ''}` : String(error);
    }
    journal.failures.push({ what: `${what} ${path}`, from, to: Date.now(), reason });
    return undefined;
  };
}

/** For callers with their own retries. */
export function failureRecorder({ failures }: Journal): (failure: Failure) => void {
  return (failure) => void failures.push(failure);
}
