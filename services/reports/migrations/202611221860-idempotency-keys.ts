import type { Knex } from 'knex';

/** What each submission with an `Idempotency-Key` led to, for a day; nothing of what was sent. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table idempotency_keys (
      endpoint text not null,
      key text not null,
      fingerprint text not null,
      outcome text,
      subject_id bigint,
      created_at timestamptz not null default now(),
      primary key (endpoint, key)
    );
    -- Deletes what is a day old.
    create index idempotency_keys_oldest on idempotency_keys (created_at);
  `);
}
