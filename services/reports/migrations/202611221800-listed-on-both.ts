import type { Knex } from 'knex';

/**
 * Pages of each list show who is on the other one too, so they change when such a username comes or goes there. Its version is
 * read with that of either list. The triggers' names sort before those of the lists' states, so that all changes take the locks
 * in one order: this row, the list's state, the tally.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table both_lists_state (
      only_row boolean primary key default true check (only_row),
      version bigint not null default 1
    );
    insert into both_lists_state default values;

    create function reports.count_praised_scammers() returns trigger language plpgsql as $$
    begin
      if exists (
        select from changed_rows changed
        join reports.scammer_reports report on lower(report.username) = lower(changed.username)
        where not report.is_removed
      ) then
        update reports.both_lists_state set version = version + 1;
      end if;
      return null;
    end $$;

    create function reports.count_reported_heroes() returns trigger language plpgsql as $$
    begin
      if exists (
        select from changed_rows changed
        join reports.nice_reports praise on lower(praise.username) = lower(changed.username)
        where not changed.is_removed
      ) then
        update reports.both_lists_state set version = version + 1;
      end if;
      return null;
    end $$;

    create function reports.count_removed_heroes() returns trigger language plpgsql as $$
    begin
      if exists (
        select from new_rows changed
        join old_rows former on former.id = changed.id and former.is_removed <> changed.is_removed
        join reports.nice_reports praise on lower(praise.username) = lower(changed.username)
      ) then
        update reports.both_lists_state set version = version + 1;
      end if;
      return null;
    end $$;
  `);
  await db.raw(`
    create trigger both_insert after insert on nice_reports
      referencing new table as changed_rows for each statement execute function reports.count_praised_scammers();
    create trigger both_delete after delete on nice_reports
      referencing old table as changed_rows for each statement execute function reports.count_praised_scammers();
  `);
  await db.raw(`
    create trigger both_insert after insert on scammer_reports
      referencing new table as changed_rows for each statement execute function reports.count_reported_heroes();
    create trigger both_delete after delete on scammer_reports
      referencing old table as changed_rows for each statement execute function reports.count_reported_heroes();
    create trigger both_update after update on scammer_reports
      referencing old table as old_rows new table as new_rows
      for each statement execute function reports.count_removed_heroes();
  `);
}
