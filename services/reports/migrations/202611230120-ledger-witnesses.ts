import type { Knex } from 'knex';

/** What each witness of the ledger has cosigned last: the checkpoint, its size, and the signature lines. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table ledger_witnesses (
      key text primary key,
      size bigint not null,
      checkpoint text not null,
      cosignatures text not null
    );
  `);
}
