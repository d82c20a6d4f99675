import { ApiCallError } from '@naughty-list/api-client/client';
import type { Check } from './store.ts';

export const FIRST_PAUSE_MS = 1_000;
export const LONGEST_PAUSE_MS = 8_000;
const BACKOFF = 1.5;

/** Whether a retry may succeed: without a response (0), if rate-limited, or after a fault of the server or a proxy before it. */
export function isTransient(error: unknown): error is ApiCallError {
  if (!(error instanceof ApiCallError)) return false;
  const { status, code } = error;
  return [0, 408, 429].includes(status) || status >= 500 || (status === 403 && code === undefined);
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

/** A silent stream may have broken unnoticed, or a proxy may hold it back: poll after this. */
const SILENCE_MS = 20_000;
/** The same for a state that may stay as it is for hours. */
const LONG_SILENCE_MS = 60_000;

/** Where to read a state that changes on the server, and when it is final. */
export type Followed<T> = {
  /** Path of its live stream. */
  stream: string;
  schema: Check<T>;
  poll: (signal: AbortSignal) => Promise<T>;
  isDone: (state: T) => boolean;
  /** Whether it may stay as it is for hours: then only the first event has to come soon. */
  isSlow?: boolean;
};

type FollowOptions<T> = RetryOptions & { onChange: (state: T) => void };

/**
 * Follows a state until it is final: by the live stream, and by polling whenever the stream breaks, stays silent or is
 * unavailable. Throws an ApiCallError if there is no such state, and the signal's reason on abort.
 */
export async function follow<T>(followed: Followed<T>, options: FollowOptions<T>): Promise<T> {
  const { poll, isDone } = followed;
  const { signal, onChange, onWaiting } = options;
  const report = (state: T) => {
    onWaiting(undefined);
    onChange(state);
  };
  let last: string | undefined;
  for (let pauseMs = FIRST_PAUSE_MS; ; ) {
    const streamed = await listen(followed, signal, report);
    if (streamed && isDone(streamed)) return streamed;
    const polled = await withRetries(() => poll(signal), options);
    report(polled);
    if (isDone(polled)) return polled;
    const now = JSON.stringify(polled);
    pauseMs = now === last ? longerPause(pauseMs) : FIRST_PAUSE_MS;
    last = now;
    await pause(pauseMs, signal);
  }
}

/** Listens until the state is final or the stream fails; resolves to the last event. */
function listen<T>(
  { stream: path, schema, isDone, isSlow }: Followed<T>,
  signal: AbortSignal,
  report: (state: T) => void,
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const stream = new EventSource(path);
    const ended = new AbortController();
    let last: T | undefined;
    let silence = setTimeout(end, SILENCE_MS);
    function end(): void {
      clearTimeout(silence);
      stream.close();
      ended.abort();
      if (signal.aborted) reject(signal.reason);
      else resolve(last);
    }
    stream.onmessage = ({ data }: MessageEvent<string>) => {
      clearTimeout(silence);
      silence = setTimeout(end, isSlow ? LONG_SILENCE_MS : SILENCE_MS);
      const { data: state } = schema.safeParse(JSON.parse(data));
      if (!state) return end();
      last = state;
      report(state);
      if (isDone(state)) end();
    };
    // EventSource gives no reason for an error; a poll distinguishes offline, busy and not found.
    stream.onerror = end;
    window.addEventListener('offline', end, { signal: ended.signal });
    signal.addEventListener('abort', end, { signal: ended.signal });
    // A connection that broke while the device slept may not report an error.
    const wake = () => document.visibilityState === 'visible' && end();
    document.addEventListener('visibilitychange', wake, { signal: ended.signal });
  });
}
