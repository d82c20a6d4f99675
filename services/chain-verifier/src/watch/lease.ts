import type { Database } from '@naughty-list/service-kit/database/database';

/** How long a copy that died is waited for. It is renewed by a timer, so a provider that hangs does not cost it. */
export const LEASE_MS = 10_000;

/**
 * Takes or renews the right to be the one watcher; answers whether it is held now. By the database's clock, so that
 * machines need not agree on the time. One that lasts much longer than a new one is from before that clock was set back.
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

/** Gives it up at once, so that another copy need not wait until it runs out. */
export async function releaseLease(db: Database, holder: string): Promise<void> {
  await db('watch_lease').where({ holder }).delete();
}
