import type { Knex } from 'knex';

/**
 * What the posts of statements said, as those of reports, in a table of their own: old copies of the service change all rows of a
 * report. Erased with the statement and with the case. And reading a post again is in the audit log.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table kept_statement_posts (
      statement_id int primary key,
      published_at timestamptz not null default now(),
      asked_at timestamptz,
      twitter_url text,
      answer text,
      text text,
      fetched_at timestamptz,
      gone_at timestamptz,
      check (num_nulls(twitter_url, answer, text, fetched_at) in (0, 4))
    );
    -- What is still to be fetched, oldest first.
    create index kept_statement_posts_waiting on kept_statement_posts (published_at)
      where fetched_at is null and gone_at is null;

    create function reports.expect_statement_post() returns trigger language plpgsql as $$
    begin
      insert into reports.kept_statement_posts (statement_id) values (new.id) on conflict do nothing;
      return null;
    end $$;
    create trigger expect_post_of_new after insert on statements
      for each row when (new.published_at is not null) execute function reports.expect_statement_post();
    create trigger expect_post_of_held after update on statements
      for each row when (old.published_at is null and new.published_at is not null)
      execute function reports.expect_statement_post();

    create function reports.record_kept_statement_post() returns trigger language plpgsql as $$
    begin
      insert into reports.ledger_records (type, report_id, record)
      select 'post-kept', stated.report_id,
        '{"answer":"' || encode(sha256(convert_to(new.answer, 'UTF8')), 'base64') || '","case":' || stated.report_id
        || ',"fetched":"' || to_char(new.fetched_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        || '","post":' || reports.ledger_text(new.twitter_url) || ',"statement":' || stated.id || '}'
      from reports.statements stated where stated.id = new.statement_id;
      return null;
    end $$;
    create trigger ledger_update after update on kept_statement_posts
      for each row when (new.fetched_at is not null and new.fetched_at is distinct from old.fetched_at)
      execute function reports.record_kept_statement_post();

    create or replace function reports.forget_kept_post() returns trigger language plpgsql as $$
    begin
      delete from reports.kept_posts where report_id = new.id;
      delete from reports.kept_statement_posts
      where statement_id in (select id from reports.statements where report_id = new.id);
      update reports.ledger_records set record = null, salt = null
      where report_id = new.id and type = 'post-kept' and record is not null;
      return null;
    end $$;

    create or replace function reports.forget_erased_statements() returns trigger language plpgsql as $$
    begin
      delete from reports.kept_statement_posts where statement_id in (
        select now_is.id from new_rows now_is join old_rows was using (id)
        where was.erased_at is null and now_is.erased_at is not null
      );
      update reports.ledger_records record set record = null, salt = null
      from new_rows now_is join old_rows was using (id)
      where was.erased_at is null and now_is.erased_at is not null
        and record.report_id = now_is.report_id and record.type in ('statement-added', 'post-kept')
        and (record.record::jsonb ->> 'statement')::int = now_is.id;
      return null;
    end $$;

    alter table audit_log drop constraint audit_log_action_check;
    alter table audit_log add constraint audit_log_action_check check (action in (
      'delete', 'edit', 'restore', 'refresh_profile_image', 'erase', 'publish', 'hold', 'set_status',
      'decide_statement', 'decide_appeal', 'write_to_account', 'confirm_account', 'decide_reply', 'check_post'
    )) not valid;
  `);
}
