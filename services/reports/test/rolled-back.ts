import type { Knex } from 'knex';

/** What comes of changes past every trigger, by an operator with all rights on the database; all is then rolled back. */
export async function rolledBack<T>(db: Knex, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  const trx = await db.transaction();
  try {
    await trx.raw("set local session_replication_role = 'replica'");
    return await work(trx);
  } finally {
    await trx.rollback();
  }
}
