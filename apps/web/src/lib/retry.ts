import { ApiCallError } from '@naughty-list/api-client/client';

export const FIRST_PAUSE_MS = 1_000;
export const LONGEST_PAUSE_MS = 8_000;
const BACKOFF = 1.5;

/** Statuses after which a retry may succeed: no response (0), rate-limited, unavailable. */
const transient = new Set([0, 429, 502, 503, 504]);

export function isTransient(error: unknown): error is ApiCallError {
  return error instanceof ApiCallError && transient.has(error.status);
}

/** The next back-off, after an attempt that changed nothing. */
export function longerPause(pauseMs: number): number {
  return Math.min(pauseMs * BACKOFF, LONGEST_PAUSE_MS);
}

/** Waits `ms`, or until the device is back online if that is sooner. Rejects when the signal aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', abort);
      resolve();
    };
    const abort = () => {
      end();
      reject(signal.reason);
    };
    if (signal.aborted) return reject(signal.reason);
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end);
    signal.addEventListener('abort', abort);
  });
}

/** Why progress is paused: the device is offline, or the server is busy. */
export type Waiting = 'offline' | 'busy';

export type RetryOptions = {
  signal: AbortSignal;
  /** Called with the reason when progress pauses, and with `undefined` when it resumes. */
  onWaiting: (why: Waiting | undefined) => void;
};

/**
 * Retries a call with growing back-off until it gets a definite response. Throws errors that a retry would not change.
 */
export async function withRetries<T>(
  call: () => Promise<T>,
  { signal, onWaiting }: RetryOptions,
): Promise<T> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = longerPause(pauseMs)) {
    try {
      const response = await call();
      onWaiting(undefined);
      return response;
    } catch (error) {
      if (signal.aborted || !isTransient(error)) throw error;
      onWaiting(error.status === 0 && !navigator.onLine ? 'offline' : 'busy');
      await pause(Math.max(pauseMs, (error.retryAfterSeconds ?? 0) * 1000), signal);
    }
  }
}
