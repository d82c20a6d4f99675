import type { Knex } from 'knex';

/**
 * What admins changed, for good; and reports that outlive their row: a deleted one is whole in the log, and its claims and
 * repeats keep its id until it comes back.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table audit_log (
      id serial primary key,
      operation_id uuid not null,
      at timestamptz not null default now(),
      who text not null,
      action text not null check (action in ('delete', 'edit', 'restore', 'refresh_profile_image')),
      subject text not null check (subject in ('scammer_report', 'nice_report')),
      subject_id int not null,
      username text not null,
      -- The whole row, by the names of its columns.
      before jsonb,
      after jsonb,
      restored_at timestamptz check (restored_at is null or action = 'delete')
    );

    -- The log, newest first, of one action, of one kind of report, or of one admin; the other filter is read in the index.
    create index audit_log_action on audit_log (action, id desc) include (subject);
    create index audit_log_subject on audit_log (subject, id desc) include (action);
    create index audit_log_who on audit_log (who, id desc);

    -- A username in the log: three letters anywhere, and the beginning of one or two.
    create index audit_log_username_trigrams
      on audit_log using gin (lower(username) gin_trgm_ops) with (fastupdate = off);
    create index audit_log_username_beginning on audit_log (lower(username) text_pattern_ops);

    -- What an operation deleted.
    create index audit_log_operation on audit_log (operation_id);

    -- A deleted report, by its id and by its reference: what payments for it are judged by.
    create index audit_log_deleted on audit_log (subject_id, id desc)
      where subject = 'scammer_report' and action = 'delete' and restored_at is null;
    create index audit_log_deleted_reference on audit_log ((before ->> 'unique_burn_address'))
      where subject = 'scammer_report' and action = 'delete' and restored_at is null;

    create function reports.keep_audit_log() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        if old.restored_at is null and new.restored_at is not null
          and to_jsonb(new) - 'restored_at' = to_jsonb(old) - 'restored_at' then return new; end if;
      end if;
      raise exception 'The audit log is append only';
    end $$;
    create trigger append_only before update or delete on audit_log
      for each row execute function reports.keep_audit_log();
    create trigger never_emptied before truncate on audit_log
      for each statement execute function reports.keep_audit_log();

    -- How many entries there are, so that nobody has to count them.
    create table audit_log_tally (
      who text not null,
      action text not null,
      subject text not null,
      entries bigint not null,
      primary key (who, action, subject)
    );

    create function reports.tally_audit_log() returns trigger language plpgsql as $$
    begin
      insert into reports.audit_log_tally as tally (who, action, subject, entries)
      select who, action, subject, count(*) from new_rows group by who, action, subject order by who, action, subject
      on conflict (who, action, subject) do update set entries = tally.entries + excluded.entries;
      return null;
    end $$;
    create trigger tally_insert after insert on audit_log
      referencing new table as new_rows for each statement execute function reports.tally_audit_log();

    -- Money: a claim finds its report again when that is restored, and so does who repeated it.
    alter table removal_claims drop constraint removal_claims_report_id_fkey;
    alter table duplicate_reports drop constraint duplicate_reports_report_id_fkey;

    -- When its profile image was last asked to be fetched anew.
    alter table scammer_reports add column profile_image_refreshed_at timestamptz;
  `);
}
