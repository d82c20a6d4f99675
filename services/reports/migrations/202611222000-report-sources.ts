import type { Knex } from 'knex';

/**
 * Which network a report came from, as a keyed hash, for some days: so that an admin deletes a flood as a whole. Without a reference
 * to the report: a deleted one that an undo brings back still has its source.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table report_sources (
      report_id int primary key,
      source text not null,
      noted_at timestamptz not null default now()
    );
    -- The reports of one source.
    create index report_sources_by_source on report_sources (source, report_id);
    -- Forgetting the oldest.
    create index report_sources_oldest on report_sources (noted_at);
  `);
}
