import type { Knex } from 'knex';

/** When a visitor was last told what to pay, or claimed to have paid it: a reference is kept as long as its visitor may come back. */
export async function up(db: Knex): Promise<void> {
  await db.raw('alter table payment_references add column asked_at timestamptz not null default now()');
}
