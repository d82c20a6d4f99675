import type { Knex } from 'knex';

/** What the post of a report said when it was published. Erased with the report, and when a burn removes it. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table kept_posts (
      report_id int primary key,
      published_at timestamptz not null default now(),
      asked_at timestamptz,
      -- The post, what X returned for it, as JSON, and its text.
      twitter_url text,
      answer text,
      text text,
      fetched_at timestamptz,
      -- When X did not return it any more.
      gone_at timestamptz,
      check (num_nulls(twitter_url, answer, text, fetched_at) in (0, 4))
    );
    -- What is still to be fetched, oldest first.
    create index kept_posts_waiting on kept_posts (published_at) where fetched_at is null and gone_at is null;

    create function reports.expect_kept_posts() returns trigger language plpgsql as $$
    begin
      insert into reports.kept_posts (report_id)
      select distinct report_id from new_rows where type = 'report-published' on conflict do nothing;
      return null;
    end $$;
    create trigger expect_kept_posts after insert on ledger_records
      referencing new table as new_rows for each statement execute function reports.expect_kept_posts();

    create function reports.record_kept_post() returns trigger language plpgsql as $$
    begin
      insert into reports.ledger_records (type, report_id, record)
      values ('post-kept', new.report_id,
        '{"answer":"' || encode(sha256(convert_to(new.answer, 'UTF8')), 'base64') || '","case":' || new.report_id
        || ',"fetched":"' || to_char(new.fetched_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        || '","post":' || reports.ledger_text(new.twitter_url) || '}');
      return null;
    end $$;
    create trigger ledger_update after update on kept_posts
      for each row when (new.fetched_at is not null and new.fetched_at is distinct from old.fetched_at)
      execute function reports.record_kept_post();

    create function reports.forget_kept_post() returns trigger language plpgsql as $$
    begin
      delete from reports.kept_posts where report_id = new.id;
      update reports.ledger_records set record = null, salt = null
      where report_id = new.id and type = 'post-kept' and record is not null;
      return null;
    end $$;
    create trigger forget_kept_post after update on scammer_reports for each row when (
      old.removal_tx_hash is null and new.removal_tx_hash is not null
      or old.erased_at is null and new.erased_at is not null
    ) execute function reports.forget_kept_post();
  `);
}
