import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';

/** A session that blocks others. */
export type LockHolder = {
  pid: number;
  application: string;
  /** `active`, `idle in transaction`, …; null when PostgreSQL hides it from this role. */
  state: string | null;
  /** Start of its transaction. */
  since: Date | null;
  /** The beginning of its last statement. */
  query: string;
};

const SHOWN_LETTERS = 80;

/** The sessions that block the given ones now. */
async function findHolders(db: Knex, connection: unknown, waiting: number[]): Promise<LockHolder[]> {
  const { rows } = await db
    .raw<{ rows: LockHolder[] }>(
      `select distinct holder.pid, holder.application_name as application, holder.state, holder.xact_start as since,
         left(regexp_replace(holder.query, '\\s+', ' ', 'g'), ${SHOWN_LETTERS}) as query
       from pg_stat_activity waiting, unnest(pg_blocking_pids(waiting.pid)) as blocking (pid)
         join pg_stat_activity holder on holder.pid = blocking.pid
       where waiting.pid = any(:waiting) and waiting.wait_event_type = 'Lock' and holder.pid <> all(:waiting)
       order by 1`,
      { waiting },
    )
    .connection(connection);
  return rows;
}

/**
 * Runs something that may wait for locks, and meanwhile polls for their holders on a separate connection, because
 * they cannot be determined afterwards. `seen` is called with each result.
 */
export async function watchingHolders<T>(
  run: () => Promise<T>,
  watch: {
    db: Knex;
    connection: unknown;
    /** The sessions that may wait. */
    waiting: () => number[];
    everyMs: number;
    seen: (holders: LockHolder[]) => void;
  },
): Promise<T> {
  const { db, connection, waiting, everyMs, seen } = watch;
  const over = new AbortController();
  const pollHolders = async () => {
    for (;;) {
      await sleep(everyMs, undefined, { signal: over.signal });
      const holders = await findHolders(db, connection, waiting());
      if (holders.length > 0) seen(holders);
    }
  };
  // Ends with the run; a failed poll does not fail the run.
  const polling = pollHolders().catch(() => undefined);
  try {
    return await run();
  } finally {
    over.abort();
    await polling;
  }
}

/** Describes a holder for an operator. */
export function describeHolder({ pid, application, state, since, query }: LockHolder): string {
  const facts = [application && `"${application}"`, state, since && `since ${since.toISOString()}`];
  return `pid ${pid} (${facts.filter(Boolean).join(', ')}): ${query}`;
}
