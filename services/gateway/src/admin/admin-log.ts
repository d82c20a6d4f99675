import type { Database } from '@naughty-list/service-kit/database/database';
import type { Knex } from 'knex';

/** What an admin did. With an account: a log-in, or a change of that account; without one: a call of the queue dashboard. */
type Entry = {
  id: string;
  at: Date;
  admin: string;
  account: string | null;
  change: string;
  sent: string | null;
  status: number | null;
  request_id: string | null;
};

/** Records a log-in or a change of an account: who did what to which account. */
export async function recordAccountChange(
  db: Database,
  { who, account, what }: { who: string; account: string; what: string },
): Promise<void> {
  await db('admin_log').insert({ admin: who, account, change: what });
}

/** A page of entries, newest first, with the total. `q` is searched in all texts. Entries are made by hand, so counting them is cheap. */
export async function findEntries(
  db: Database,
  of: (query: Knex.QueryBuilder) => void,
  { q, limit, offset }: { q: string; limit: number; offset: number },
): Promise<{ entries: Entry[]; total: number }> {
  const matching = (query: Knex.QueryBuilder) => {
    of(query);
    if (q !== '')
      query.whereRaw("strpos(lower(concat_ws(' ', admin, account, change)), lower(?)) > 0", [storable(q)]);
  };
  const [counted, entries] = await Promise.all([
    db('admin_log').where(matching).count<{ count: string }[]>('* as count'),
    db<Entry>('admin_log').where(matching).orderBy('id', 'desc').limit(limit).offset(offset).select('*'),
  ]);
  return { entries, total: Number(counted[0]?.count) };
}

/** PostgreSQL text cannot hold NUL. */
export const storable = (text: string) => text.replaceAll('\u0000', '').toWellFormed();
