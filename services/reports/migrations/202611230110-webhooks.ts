import type { Knex } from 'knex';

/** How far each subscriber of webhooks was notified; known by a hash of its URL. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table webhook_cursors (
      subscriber text primary key,
      epoch uuid not null,
      version bigint not null,
      report_id int not null
    )
  `);
}
