import type { Knex } from 'knex';
import { createListState } from './list-state.ts';

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
  `);
  await createListState(db, {
    table: 'scammer_reports',
    stateTable: 'list_state',
    prefix: '',
    listed: 'not is_removed',
  });
}
