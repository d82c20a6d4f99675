import type { Knex } from 'knex';

const BATCH = 1_000;

/**
 * Deletes the rows that a condition finds, batch by batch, each a transaction of its own. Rows that somebody holds are passed
 * over: nobody is waited for, copies that delete at the same time share the work, and each row goes once. Ends early when
 * `mayGoOn` says so.
 *
 * @returns how many rows went
 */
export async function deleteInBatches(
  db: Knex,
  what: {
    table: string;
    /** Columns that name one row. */
    key: readonly string[];
    where: (rows: Knex.QueryBuilder) => void;
    batch?: number;
    mayGoOn?: () => boolean;
  },
): Promise<number> {
  const { table, key, where, batch = BATCH, mayGoOn = () => true } = what;
  let deleted = 0;
  for (let gone = batch; gone === batch && mayGoOn(); deleted += gone) {
    // Found once: inside of the deletion's own plan, the limit might be applied anew for each row.
    const old = db(table)
      .select([...key])
      .where(where)
      .limit(batch)
      .forUpdate()
      .skipLocked();
    gone = await db(table)
      .withMaterialized('old', old)
      .whereIn([...key], db('old').select([...key]))
      .delete();
  }
  return deleted;
}
