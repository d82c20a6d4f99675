import type { Knex } from 'knex';

/** Scammer reports, who repeated them, and the state of the list that its readers compare with. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table scammer_reports (
      id serial primary key,
      twitter_url text not null,
      username text not null,
      tweet_content text,
      tweet_date timestamptz,
      scam_category text not null,
      description text not null,
      evidence_urls text[] not null default '{}',
      reported_at timestamptz not null default now(),
      report_count int not null default 1,
      is_removed boolean not null default false,
      removal_tx_hash text,
      unique_burn_address text not null unique,
      burn_transaction_hash text
    );

    -- One listed report per username, whatever its case; also the exact match of a search.
    create unique index scammer_reports_listed_username on scammer_reports (lower(username)) where not is_removed;

    -- The list, newest first; id is in it so that a deep offset reads the index alone.
    create index scammer_reports_newest on scammer_reports (reported_at desc, id desc) where not is_removed;

    create table duplicate_reports (
      report_id int not null references scammer_reports on delete cascade,
      client_key text not null,
      counted_on date not null,
      counted_at timestamptz not null default now(),
      primary key (report_id, client_key, counted_on)
    );

    -- How often a report was repeated within the last hour.
    create index duplicate_reports_recent on duplicate_reports (report_id, counted_at);

    -- Forgetting who repeated a report, once the day is over.
    create index duplicate_reports_by_day on duplicate_reports (counted_on);

    create table list_state (
      only_row boolean primary key default true check (only_row),
      -- Tells this table's versions from those of a database that was there before.
      epoch uuid not null default gen_random_uuid(),
      version bigint not null default 1,
      listed bigint not null default 0
    );
    insert into list_state default values;
  `);
  await db.raw(`
    create function reports.count_list_change() returns trigger language plpgsql as $$
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
      update reports.list_state set version = version + 1, listed = listed + change;
      return null;
    end $$;

    create trigger count_insert after insert on scammer_reports
      referencing new table as new_rows for each statement execute function reports.count_list_change();
    create trigger count_update after update on scammer_reports
      referencing old table as old_rows new table as new_rows
      for each statement execute function reports.count_list_change();
    create trigger count_delete after delete on scammer_reports
      referencing old table as old_rows for each statement execute function reports.count_list_change();
  `);
}
