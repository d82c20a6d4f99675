import type { Knex } from 'knex';

/**
 * Reports that wait for an admin: stored as removed, with the time since when they are held, so that every reader of the list
 * leaves them out. A minute's reports take slots, each of which is free again a minute later: the limit is exact however many
 * processes share it, and a submission never waits for the slot of another one.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    alter table scammer_reports add column held_at timestamptz;

    create table report_slots (
      slot int primary key,
      taken_at timestamptz not null default '-infinity'
    ) with (fillfactor = 50);
    insert into report_slots (slot) select generate_series(1, 10000);

    alter table audit_log drop constraint audit_log_action_check;
    alter table audit_log add constraint audit_log_action_check
      check (action in ('delete', 'edit', 'restore', 'refresh_profile_image', 'erase', 'publish')) not valid;

    -- As before, but rows that come or go without being listed change nothing of the list.
    create or replace function reports.count_list_change() returns trigger language plpgsql as $$
    declare
      change bigint := 0;
    begin
      if tg_op in ('INSERT', 'UPDATE') then
        if not exists (select from new_rows) then return null; end if;
        change := change + (select count(*) from new_rows where not is_removed);
      end if;
      if tg_op in ('UPDATE', 'DELETE') then
        if not exists (select from old_rows) then return null; end if;
        change := change - (select count(*) from old_rows where not is_removed);
      end if;
      if tg_op <> 'UPDATE' and change = 0 then return null; end if;
      update reports.list_state set version = version + 1, listed = listed + change;
      return null;
    end $$;
  `);
}
