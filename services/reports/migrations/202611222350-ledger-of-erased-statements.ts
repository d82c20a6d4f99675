import type { Knex } from 'knex';

/** The leaf of an erased statement stays, and nothing leads from it to what it committed to, as with an erased report. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create function reports.forget_erased_statements() returns trigger language plpgsql as $$
    begin
      update reports.ledger_records record set record = null, salt = null
      from new_rows now_is join old_rows was using (id)
      where was.erased_at is null and now_is.erased_at is not null
        and record.report_id = now_is.report_id and record.type = 'statement-added'
        and (record.record::jsonb ->> 'statement')::int = now_is.id;
      return null;
    end $$;
    create trigger ledger_erasure after update on statements
      referencing old table as old_rows new table as new_rows
      for each statement execute function reports.forget_erased_statements();
  `);
}
