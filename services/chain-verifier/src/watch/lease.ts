import type { Database } from '@naughty-list/service-kit/database/database';

/** How long to wait for a crashed replica. A timer renews the lease, so that a hanging provider does not lose it. */
export const LEASE_MS = 10_000;

/**
 * Acquires or renews the watcher's lease; returns whether it is held now. Uses the database's clock, so that machines
 * need not agree on the time. A lease that lasts much longer than a new one was taken before that clock was set back,
 * so it counts as expired.
 */
export async function holdLease(db: Database, holder: string): Promise<boolean> {
  const { rowCount } = await db.raw(
    `insert into watch_lease (holder, expires_at) values (?, now() + ? * interval '1 millisecond')
     on conflict (id) do update set holder = excluded.holder, expires_at = excluded.expires_at
       where watch_lease.holder = excluded.holder or watch_lease.expires_at < now()
         or watch_lease.expires_at > excluded.expires_at + interval '1 minute'`,
    [holder, LEASE_MS],
  );
  return rowCount === 1;
}

/** Releases the lease at once, so that another replica need not wait until it expires. */
export async function releaseLease(db: Database, holder: string): Promise<void> {
  await db('watch_lease').where({ holder }).delete();
}
