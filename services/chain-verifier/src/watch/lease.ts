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
    `with lease as (select :holder as holder, now() + :length * interval '1 millisecond' as until)
     update state set watcher = holder, watcher_until = until from lease
     where watcher is null or watcher = holder or watcher_until < now() or watcher_until > until + interval '1 minute'`,
    { holder, length: LEASE_MS },
  );
  return rowCount === 1;
}

/** Releases the lease at once, so that another replica need not wait until it expires. */
export async function releaseLease(db: Database, holder: string): Promise<void> {
  await db('state').where({ watcher: holder }).update({ watcher: null });
}
