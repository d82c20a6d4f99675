import type { AccountChange } from '@naughty-list/contracts/admin-accounts';
import type { Database } from '@naughty-list/service-kit/database/database';
import type { Knex } from 'knex';

type Row = { id: string; at: Date; who: string; account: string; what: string };

/** Records a log-in or a change of an account: who did what to which account. */
export async function recordAccountChange(
  db: Database,
  change: { who: string; account: string; what: string },
): Promise<void> {
  await db('account_changes').insert(change);
}

/** A page of changes, newest first, with the total. `q` is searched in all three texts. */
export async function findAccountChanges(
  db: Database,
  { q, limit, offset }: { q: string; limit: number; offset: number },
): Promise<{ changes: AccountChange[]; total: number }> {
  const matching = (query: Knex.QueryBuilder) => {
    if (q !== '')
      query.whereRaw("strpos(lower(who || ' ' || account || ' ' || what), lower(?)) > 0", [
        q.replaceAll('\u0000', ''),
      ]);
  };
  const [counted, rows] = await Promise.all([
    db('account_changes').where(matching).count<{ count: string }[]>('* as count'),
    db<Row>('account_changes').where(matching).orderBy('id', 'desc').limit(limit).offset(offset).select('*'),
  ]);
  return {
    changes: rows.map(({ id, at, ...rest }) => ({ ...rest, id: Number(id), at: at.toISOString() })),
    total: Number(counted[0]?.count),
  };
}
