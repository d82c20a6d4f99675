import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';

/** A session that others wait for. */
export type LockHolder = {
  pid: number;
  application: string;
  /** `active`, `idle in transaction`, …; nothing where PostgreSQL does not tell this role. */
  state: string | null;
  /** When its transaction began. */
  since: Date | null;
  /** How its last statement begins. */
  query: string;
};

const SHOWN_LETTERS = 80;

/** Who holds what the given sessions are waiting for at this moment. */
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
 * Runs something that may have to wait for locks, and looks meanwhile, on a connection of its own, who holds them: afterwards
 * nobody knows any more. `seen` is told each time that somebody does.
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
  const look = async () => {
    for (;;) {
      await sleep(everyMs, undefined, { signal: over.signal });
      const holders = await findHolders(db, connection, waiting());
      if (holders.length > 0) seen(holders);
    }
  };
  // Ends with the run; a look that fails is no reason for the run to.
  const looking = look().catch(() => undefined);
  try {
    return await run();
  } finally {
    over.abort();
    await looking;
  }
}

/** One holder in words, for an operator. */
export function describeHolder({ pid, application, state, since, query }: LockHolder): string {
  const facts = [application && `"${application}"`, state, since && `since ${since.toISOString()}`];
  return `pid ${pid} (${facts.filter(Boolean).join(', ')}): ${query}`;
}
