import pg from 'pg';
import type { Log } from '../telemetry/log.ts';

/**
 * Notifies waiters of row changes through PostgreSQL's LISTEN/NOTIFY. A notification may be lost (when the connection
 * breaks), so waiters also poll at least every `POLL_MS`. The row is authoritative.
 */
export type Notifications = {
  /**
   * Calls `poll` at once, on each notification for `key` and periodically, until it returns a value, the time is
   * over, or `signal` aborts; then returns the last result.
   */
  waitFor<T>(
    key: string,
    poll: () => Promise<T | undefined>,
    timeoutMs: number,
    options?: { pollMs?: PollInterval; signal?: AbortSignal },
  ): Promise<T | undefined>;
  close(): Promise<void>;
};

/** In milliseconds; a function gets the number of polls so far. */
type PollInterval = number | ((polls: number) => number);

const POLL_MS = 1_000;
const RECONNECT_MS = 500;

type NotificationOptions = {
  url: string;
  channel: string | readonly string[];
  log: Log;
};

/** Listens on one or more channels; the notification's payload is the key. Connects with the first waiter. */
export function openNotifications({ url, channel, log }: NotificationOptions): Notifications {
  const channels = [channel].flat();
  /** By key: what wakes each waiter. */
  const waiters = new Map<string, Set<() => void>>();
  let client: pg.Client | undefined;
  let listening: Promise<void> | undefined;
  let closed = false;

  /** One connection, until it ends. Throws when it cannot be opened. */
  async function listen(): Promise<void> {
    const opened = new pg.Client({
      connectionString: url,
      application_name: `notifications ${channels.join(' ')}`,
      keepAlive: true,
    });
    const ended = new Promise<void>((resolve) => void opened.once('end', resolve));
    opened.on('notification', ({ payload }) => {
      for (const wake of waiters.get(payload ?? '') ?? []) wake();
    });
    opened.on('error', (error) => log.warn({ err: error, channel }, 'lost the notification connection'));
    try {
      await opened.connect();
      for (const name of channels) await opened.query(`listen ${pg.escapeIdentifier(name)}`);
      client = opened;
      // Notifications sent before are lost.
      wakeAll();
      if (!closed) await ended;
    } finally {
      client = undefined;
      await opened.end();
    }
  }

  /** Keeps a single connection open while there are waiters. */
  async function keepListening(): Promise<void> {
    do {
      await listen().catch((error) => log.warn({ err: error, channel }, 'lost the notification connection'));
      if (!closed) await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
    } while (!closed && waiters.size > 0);
    listening = undefined;
  }

  function ensureListening(): void {
    if (!closed) listening ??= keepListening();
  }

  function wakeAll(): void {
    for (const ofKey of [...waiters.values()]) for (const wake of [...ofKey]) wake();
  }

  function addWaiter(key: string, ms: number): { woken: Promise<void>; wake: () => void } {
    const { promise: woken, resolve } = Promise.withResolvers<void>();
    const ofKey = waiters.get(key) ?? new Set();
    waiters.set(key, ofKey);
    const wake = () => {
      clearTimeout(timer);
      ofKey.delete(wake);
      // A second wake-up must not remove waiters that were added in between.
      if (ofKey.size === 0 && waiters.get(key) === ofKey) waiters.delete(key);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    ofKey.add(wake);
    return { woken, wake };
  }

  return {
    async waitFor(key, poll, timeoutMs, { pollMs = POLL_MS, signal } = {}) {
      const deadline = performance.now() + timeoutMs;
      for (let polls = 0; ; polls += 1) {
        ensureListening();
        // Registers before the check, so that a notification in between is not missed.
        const left = deadline - performance.now();
        const waitMs = typeof pollMs === 'number' ? pollMs : pollMs(polls);
        const { woken, wake } = addWaiter(key, Math.max(0, Math.min(left, waitMs)));
        signal?.addEventListener('abort', wake, { once: true });
        const value = await poll().catch((error) => {
          wake();
          throw error;
        });
        if (value !== undefined || left <= 0 || closed || signal?.aborted) {
          signal?.removeEventListener('abort', wake);
          wake();
          return value;
        }
        await woken;
        signal?.removeEventListener('abort', wake);
      }
    },
    async close() {
      closed = true;
      wakeAll();
      await client?.end();
      await listening;
    },
  };
}
