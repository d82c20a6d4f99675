import type { Knex } from 'knex';

const BATCH = 1_000;

/**
 * Deletes matching rows in batches, each in its own transaction. Locked rows are skipped, so nothing blocks,
 * concurrent processes share the work, and each row is deleted once. Stops early when `mayGoOn` returns false.
 *
 * @returns the number of rows deleted
 */
export async function deleteInBatches(
  db: Knex,
  what: {
    table: string;
    /** Columns that identify a row. */
    key: readonly string[];
    where: (rows: Knex.QueryBuilder) => void;
    batch?: number;
    mayGoOn?: () => boolean;
  },
): Promise<number> {
  const { table, key, where, batch = BATCH, mayGoOn = () => true } = what;
  let deleted = 0;
  for (let gone = batch; gone === batch && mayGoOn(); deleted += gone) {
    // Materialised: inside the deletion's own plan, the limit might be applied again for each row.
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
