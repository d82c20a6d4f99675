import pg from 'pg';
import type { Log } from './log.ts';

/**
 * Wakes those who wait for a row to change, through PostgreSQL's LISTEN/NOTIFY. A notice may get lost (the connection
 * breaks): whoever waits looks again by itself at least every `POLL_MS`. The row is the truth.
 */
export type WakeUps = {
  /**
   * Calls `look` at once, on each notice for `key` and every now and then, until it answers something or the time is
   * over, or `signal` says that nobody waits any more; then answers what the last look gave. Notices on channels other than
   * `on` do not count, where one is named.
   */
  waitFor<T>(
    key: string,
    look: () => Promise<T | undefined>,
    timeoutMs: number,
    options?: { pollMs?: Poll; signal?: AbortSignal; on?: string },
  ): Promise<T | undefined>;
  close(): Promise<void>;
};

/** How long to wait for a notice before looking again; as a function, of how many looks there have been. */
type Poll = number | ((looks: number) => number);

/** `on`: the only channel that wakes it. */
type Sleeper = { wake: () => void; on: string | undefined };

const POLL_MS = 1_000;
const RECONNECT_MS = 500;

/** Listens on one channel or several; the notice's payload is the key. Connects with the first waiter. */
export function openWakeUps({
  url,
  channel,
  log,
}: {
  url: string;
  channel: string | readonly string[];
  log: Log;
}): WakeUps {
  const channels = [channel].flat();
  const sleepers = new Map<string, Set<Sleeper>>();
  let client: pg.Client | undefined;
  let listening: Promise<void> | undefined;
  let wasLost = false;
  let closed = false;

  /** One connection, until it ends. Throws what it cannot be opened for. */
  async function listen(): Promise<void> {
    const opened = new pg.Client({
      connectionString: url,
      application_name: `wake-ups ${channels.join(' ')}`,
      keepAlive: true,
    });
    const ended = new Promise<void>((resolve) => void opened.once('end', resolve));
    opened.on('notification', ({ channel, payload }) => {
      for (const { on = channel, wake } of sleepers.get(payload ?? '') ?? []) if (on === channel) wake();
    });
    opened.on('error', (error) => log.warn({ err: error, channel }, 'wake-ups'));
    try {
      await opened.connect();
      for (const name of channels) await opened.query(`listen ${pg.escapeIdentifier(name)}`);
      client = opened;
      // Notices sent while it was away are lost.
      if (wasLost)
        for (const together of [...sleepers.values()]) for (const { wake } of [...together]) wake();
      if (!closed) await ended;
    } finally {
      client = undefined;
      wasLost = true;
      await opened.end();
    }
  }

  /** One connection after the other, and never two, as long as anybody sleeps. */
  async function keepListening(): Promise<void> {
    do {
      await listen().catch((error) => log.warn({ err: error, channel }, 'wake-ups'));
      if (!closed) await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
    } while (!closed && sleepers.size > 0);
    listening = undefined;
  }

  function ensureListening(): void {
    if (!closed) listening ??= keepListening();
  }

  function sleep(
    key: string,
    { ms, on }: { ms: number; on: string | undefined },
  ): { woken: Promise<void>; wake: () => void } {
    const { promise: woken, resolve } = Promise.withResolvers<void>();
    const together = sleepers.get(key) ?? new Set();
    sleepers.set(key, together);
    const wake = () => {
      clearTimeout(timer);
      together.delete(sleeper);
      // Whoever is woken twice must not take those along who came in between.
      if (together.size === 0 && sleepers.get(key) === together) sleepers.delete(key);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    const sleeper: Sleeper = { wake, on };
    together.add(sleeper);
    return { woken, wake };
  }

  return {
    async waitFor(key, look, timeoutMs, { pollMs = POLL_MS, signal, on } = {}) {
      const deadline = performance.now() + timeoutMs;
      for (let looks = 0; ; looks += 1) {
        ensureListening();
        // Falls asleep before it looks, so that a notice in between is not missed.
        const left = deadline - performance.now();
        const waitMs = typeof pollMs === 'number' ? pollMs : pollMs(looks);
        const { woken, wake } = sleep(key, { ms: Math.max(0, Math.min(left, waitMs)), on });
        signal?.addEventListener('abort', wake, { once: true });
        const seen = await look().catch((error) => {
          wake();
          throw error;
        });
        if (seen !== undefined || left <= 0 || closed || signal?.aborted) {
          signal?.removeEventListener('abort', wake);
          wake();
          return seen;
        }
        await woken;
        signal?.removeEventListener('abort', wake);
      }
    },
    async close() {
      closed = true;
      for (const together of sleepers.values()) for (const { wake } of [...together]) wake();
      await client?.end();
      await listening;
    },
  };
}
