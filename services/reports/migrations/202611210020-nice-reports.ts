import type { Knex } from 'knex';
import { createListState } from './list-state.ts';
import { createSearch, home, onlyTheOrderedIndex } from './search-roads.ts';

/** The Nice List: every praise is an entry of its own, and every post counts once. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    -- Which post an address names: whose it is and its number, whatever stands around them (x.com or twitter.com, a photo,
    -- a query). The name counts, so that nobody can use a hero's post up under another one. An address without a number is
    -- its path.
    create function reports.post_key(url text) returns text language sql immutable parallel safe
    set search_path = reports, public as $$
      select coalesce('post ' || lower(post[1]) || '/' || post[3], 'page ' || regexp_replace(lower(path), '^/+@*|/+$', '', 'g'))
      from (select regexp_replace(split_part(split_part(url, '#', 1), chr(63), 1), '^https*://[^/]*', '') as path) parts,
        regexp_match(path, '^/+@*([A-Za-z0-9_]+)/(status|statuses)/0*([0-9]+)(/|$)') post
    $$;

    create table nice_reports (
      id serial primary key,
      twitter_url text not null,
      post_key text not null generated always as (reports.post_key(twitter_url)) stored,
      username text not null,
      tweet_content text,
      tweet_date timestamptz,
      description text not null,
      reported_at timestamptz not null default now(),
      report_count int not null default 1
    );

    -- Every post counts once.
    create unique index nice_reports_post on nice_reports (post_key);

    -- The list, newest first; id is in it so that a deep offset reads the index alone.
    create index nice_reports_newest on nice_reports (reported_at desc, id desc);

    -- All praises of one username, newest first: the exact match of a search, and the day's limit.
    create index nice_reports_username on nice_reports (lower(username), reported_at desc, id desc);
  `);
  await createListState(db, {
    table: 'nice_reports',
    stateTable: 'nice_list_state',
    prefix: 'nice_',
    listed: 'true',
  });
  await db.raw(`
    -- A username's newest praises, by the one index that has them in this order.
    create function reports.nice_named(word text, wanted int) returns setof int
    language sql stable rows 100 ${home} ${onlyTheOrderedIndex} as $$
      select id from nice_reports where lower(username) = word order by reported_at desc, id desc limit wanted
    $$;
  `);
  await createSearch(db, {
    table: 'nice_reports',
    prefix: 'nice_',
    listed: 'true',
    exactly: 'select id from nice_named(word, wanted) id',
    search: 'search_nice_report_ids',
  });
}
