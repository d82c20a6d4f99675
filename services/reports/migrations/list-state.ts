import type { Knex } from 'knex';

/** A table of which a list is shown; the names of its function and triggers are told apart by the prefix. */
export type ListedTable = {
  table: 'scammer_reports' | 'nice_reports';
  stateTable: 'list_state' | 'nice_list_state';
  prefix: '' | 'nice_';
  /** The condition of a listed row. */
  listed: 'not is_removed' | 'true';
};

/** The state of a list that its readers compare with: a version for every change, and how many rows are listed. */
export async function createListState(db: Knex, { table, stateTable, prefix, listed }: ListedTable) {
  await db.raw(`
    create table ${stateTable} (
      only_row boolean primary key default true check (only_row),
      -- Tells this table's versions from those of a database that was there before.
      epoch uuid not null default gen_random_uuid(),
      version bigint not null default 1,
      listed bigint not null default 0
    );
    insert into ${stateTable} default values;

    create function reports.${prefix}count_list_change() returns trigger language plpgsql as $$
    declare
      change bigint := 0;
    begin
      if tg_op in ('INSERT', 'UPDATE') then
        if not exists (select from new_rows) then return null; end if;
        change := change + (select count(*) from new_rows where ${listed});
      end if;
      if tg_op in ('UPDATE', 'DELETE') then
        if not exists (select from old_rows) then return null; end if;
        change := change - (select count(*) from old_rows where ${listed});
      end if;
      update reports.${stateTable} set version = version + 1, listed = listed + change;
      return null;
    end $$;

    create trigger count_insert after insert on ${table}
      referencing new table as new_rows for each statement execute function reports.${prefix}count_list_change();
    create trigger count_update after update on ${table}
      referencing old table as old_rows new table as new_rows
      for each statement execute function reports.${prefix}count_list_change();
    create trigger count_delete after delete on ${table}
      referencing old table as old_rows for each statement execute function reports.${prefix}count_list_change();
  `);
}
