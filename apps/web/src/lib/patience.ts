import { ApiCallError } from '@naughty-list/api-client/api-call-error';

export const FIRST_PAUSE_MS = 1_000;
export const LONGEST_PAUSE_MS = 8_000;
const BACKOFF = 1.5;

/** Answers that say nothing about the call itself: nobody there, too many, too busy. Status 0 is no answer at all. */
const passing = new Set([0, 429, 502, 503, 504]);

export function isPassing(error: unknown): error is ApiCallError {
  return error instanceof ApiCallError && passing.has(error.status);
}

/** The next pause after one that brought nothing new. */
export function longerPause(pauseMs: number): number {
  return Math.min(pauseMs * BACKOFF, LONGEST_PAUSE_MS);
}

/** Waits `ms`, less when the device comes online meanwhile. Rejects when the signal aborts. */
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

/** Why nothing moves at the moment: this device is offline, or the server asks for patience. */
export type Waiting = 'offline' | 'busy';

type PatientOptions = {
  signal: AbortSignal;
  /** Told why nothing moves, and `undefined` when it moves again. */
  onWaiting: (why: Waiting | undefined) => void;
};

/**
 * Makes a call again and again, with longer and longer pauses, until it gets an answer. Throws what is an answer: an
 * error that another try would not change.
 */
export async function patiently<T>(
  call: () => Promise<T>,
  { signal, onWaiting }: PatientOptions,
): Promise<T> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = longerPause(pauseMs)) {
    try {
      const answer = await call();
      onWaiting(undefined);
      return answer;
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error;
      onWaiting(error.status === 0 && !navigator.onLine ? 'offline' : 'busy');
      await pause(Math.max(pauseMs, (error.retryAfterSeconds ?? 0) * 1000), signal);
    }
  }
}
