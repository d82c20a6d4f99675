import type { Knex } from 'knex';

/** How many reports there are of each state and category, so that the admin's list counts nothing. */
export async function up(db: Knex): Promise<void> {
  // The triggers come first: making them holds off every change until the count that follows is committed with them. Their
  // names sort behind those of the list's state, so that all changes take the locks of both in one order.
  await db.raw(`
    create table report_tally (
      is_removed boolean not null,
      scam_category text not null,
      reports bigint not null,
      primary key (is_removed, scam_category)
    );

    create function reports.tally_reports() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into reports.report_tally as tally (is_removed, scam_category, reports)
        select is_removed, scam_category, count(*) from new_rows group by 1, 2 order by 1, 2
        on conflict (is_removed, scam_category) do update set reports = tally.reports + excluded.reports;
      elsif tg_op = 'DELETE' then
        insert into reports.report_tally as tally (is_removed, scam_category, reports)
        select is_removed, scam_category, -count(*) from old_rows group by 1, 2 order by 1, 2
        on conflict (is_removed, scam_category) do update set reports = tally.reports + excluded.reports;
      else
        insert into reports.report_tally as tally (is_removed, scam_category, reports)
        select is_removed, scam_category, sum(change) from (
          select is_removed, scam_category, 1 as change from new_rows
          union all select is_removed, scam_category, -1 from old_rows
        ) changed
        group by 1, 2 having sum(change) <> 0 order by 1, 2
        on conflict (is_removed, scam_category) do update set reports = tally.reports + excluded.reports;
      end if;
      return null;
    end $$;

    create trigger tally_insert after insert on scammer_reports
      referencing new table as new_rows for each statement execute function reports.tally_reports();
    create trigger tally_update after update on scammer_reports
      referencing old table as old_rows new table as new_rows
      for each statement execute function reports.tally_reports();
    create trigger tally_delete after delete on scammer_reports
      referencing old table as old_rows for each statement execute function reports.tally_reports();

    insert into report_tally (is_removed, scam_category, reports)
    select is_removed, scam_category, count(*) from scammer_reports group by 1, 2;
  `);
}
