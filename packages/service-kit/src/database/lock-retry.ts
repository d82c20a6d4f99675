import { setTimeout as sleep } from 'node:timers/promises';
import { describeHolder, type LockHolder } from './lock-holders.ts';

/** How long, and how often, a migration waits for a lock before it lets queued sessions pass. */
export type LockRetry = {
  tries: number;
  /** The first lock timeout; doubles with each try up to the longest. */
  firstLockMs: number;
  longestLockMs: number;
  /** The first pause between tries; doubles up to the longest. */
  firstPauseMs: number;
  longestPauseMs: number;
};

/**
 * Five minutes in all. While a migration waits for a lock, later users of the table queue behind it, which the
 * longest wait bounds. It exceeds PostgreSQL's `deadlock_timeout` (1 s), after which a blocking autovacuum cancels
 * itself.
 */
export const lockRetry: LockRetry = {
  tries: 24,
  firstLockMs: 200,
  longestLockMs: 1_500,
  firstPauseMs: 500,
  longestPauseMs: 15_000,
};

/** A migration could not get a lock; it changed nothing. The message is for an operator. */
export class MigrationBlocked extends Error {}

/** A try that failed because another session holds a lock. */
export type BlockedTry = { migration: string; tries: number; holders: LockHolder[] };

const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';

function isLockFault(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === LOCK_NOT_AVAILABLE || code === DEADLOCK;
}

/**
 * Retries a migration until it gets its locks. `attempt` receives the lock timeout. Other errors are rethrown.
 *
 * @throws MigrationBlocked
 */
export async function retryOnLock<T>(
  retry: LockRetry,
  attempt: (lockMs: number) => Promise<T>,
  watch: {
    /** The migration being tried, and the lock holders seen. */
    now: () => { migration: string; holders: LockHolder[]; mayRepeat: boolean };
    waits: (blocked: BlockedTry) => void;
  },
): Promise<T> {
  const startedAt = performance.now();
  for (let tries = 1; ; tries += 1) {
    const doubled = (firstMs: number, longestMs: number) => Math.min(firstMs * 2 ** (tries - 1), longestMs);
    try {
      return await attempt(doubled(retry.firstLockMs, retry.longestLockMs));
    } catch (error) {
      if (!isLockFault(error)) throw error;
      const { mayRepeat, ...seen } = watch.now();
      const blocked = { ...seen, tries };
      if (!mayRepeat || tries >= retry.tries) {
        const seconds = Math.round((performance.now() - startedAt) / 1_000);
        throw new MigrationBlocked(describe(blocked, seconds), { cause: error });
      }
      watch.waits(blocked);
      await sleep(doubled(retry.firstPauseMs, retry.longestPauseMs));
    }
  }
}

function describe({ migration, tries, holders }: BlockedTry, seconds: number): string {
  const times = tries === 1 ? 'once' : `${tries} times`;
  const who =
    holders.length === 0
      ? 'a session that ended before it was identified'
      : holders.map(describeHolder).join('; ');
  return `The migration ${migration} was tried ${times} in ${seconds} s and did not get its locks. They are held by ${who}. Wait for it to end, or end it (select pg_terminate_backend(pid)), and run the migration again: it changed nothing.`;
}
