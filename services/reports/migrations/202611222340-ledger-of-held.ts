import type { Knex } from 'knex';

/** A listed report that a moderator holds again is withdrawn: a public change, and so a leaf of the ledger. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create function reports.record_withdrawn_reports() returns trigger language plpgsql as $$
    begin
      insert into reports.ledger_records (type, report_id, record)
      select 'report-withdrawn', now_is.id, '{"case":' || now_is.id || '}'
      from new_rows now_is join old_rows was using (id)
      where not was.is_removed and was.held_at is null and now_is.held_at is not null order by now_is.id;
      return null;
    end $$;
    create trigger ledger_withdrawal after update on scammer_reports
      referencing old table as old_rows new table as new_rows
      for each statement execute function reports.record_withdrawn_reports();
  `);
}
