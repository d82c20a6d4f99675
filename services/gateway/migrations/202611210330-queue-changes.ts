import type { Knex } from 'knex';

/** What admins changed in the queues by hand, written before it is done. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table queue_changes (
      id bigint generated always as identity primary key,
      at timestamptz not null default now(),
      admin text not null,
      -- The call of the dashboard, e.g. PUT /api/queues/reports/retry/failed.
      change text not null,
      request_id text not null
    );
  `);
}
