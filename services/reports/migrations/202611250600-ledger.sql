-- Leaves are written by one call in the operation's own transaction; what is written past it, the audit finds.
drop trigger ledger_insert on scammer_reports;
drop trigger ledger_update on scammer_reports;
drop trigger ledger_withdrawal on scammer_reports;
drop trigger ledger_insert on case_changes;
drop trigger ledger_insert on statements;
drop trigger ledger_update on statements;
drop trigger ledger_erasure on statements;
drop trigger ledger_update on kept_posts;
drop trigger ledger_update on kept_statement_posts;
drop trigger seal on ledger_records;
drop function reports.record_new_reports, reports.record_changed_reports, reports.record_withdrawn_reports,
  reports.record_case_changes, reports.record_statements, reports.forget_erased_statements, reports.record_kept_post,
  reports.record_kept_statement_post, reports.seal_ledger_record;
drop function reports.ledger_report, reports.ledger_statement, reports.ledger_text;

create or replace function reports.forget_kept_post() returns trigger language plpgsql as $$
begin
  delete from reports.kept_posts where report_id = new.id;
  delete from reports.kept_statement_posts
  where statement_id in (select id from reports.statements where report_id = new.id);
  update reports.ledger_records set record = null, salt = null
  where report_id = new.id and subject like 'post%' and record is not null;
  return null;
end $$;

-- A log for every life of the database: a restore, and this migration, begin a new one. Old leaves stay.
alter table ledger_records
  add column log int not null default 1,
  -- What the leaf is about, such as `report 7`; null in leaves from before.
  add column subject text collate "C",
  alter column report_id drop not null,
  drop constraint ledger_records_leaf_index_key,
  add constraint ledger_records_place unique (log, leaf_index);
alter table ledger_records alter column log drop default;

-- The last leaf of a subject.
create index ledger_records_of_subject on ledger_records (log, subject, id desc);

drop index ledger_records_new;
create index ledger_records_new on ledger_records (log, id) where leaf_index is null;

alter table ledger_tiles add column log int not null default 1, drop constraint ledger_tiles_pkey;
alter table ledger_tiles alter column log drop default, add primary key (log, row_number, index);

alter table ledger_head
  add column log int not null default 1,
  -- Its successor begins with a note about it.
  add column ended_at timestamptz,
  -- By which the log continues the one before it: a signed note with that log's last checkpoint.
  add column predecessor text,
  -- Why the writer has stopped; null while it works.
  add column fault text,
  drop constraint ledger_head_pkey,
  drop column only_one;
alter table ledger_head alter column log drop default, add primary key (log);
-- Its leaves say less than those to come.
update ledger_head set ended_at = now();

-- Why a witness refused the head; null once it cosigned.
alter table ledger_witnesses
  add column refusal text,
  alter column checkpoint drop not null,
  alter column cosignatures drop not null;

-- What the last audits found.
create table ledger_audits (
  at timestamptz primary key default now(),
  leaves bigint not null,
  differences bigint not null,
  -- The first of them, each a line.
  named text[] not null
);

-- When a case left the feeds, each time: a revoked STIX indicator never comes back.
alter table feed_changes
  add column left_at timestamptz[] not null default '{}',
  add column corroborated_left_at timestamptz[] not null default '{}';
update feed_changes change set
  left_at = case when exists (select from scammer_reports where id = change.report_id and not is_removed) then '{}'
    else array[change.changed_at] end,
  corroborated_left_at = case when change.corroborated_version is null or exists (
      select from scammer_reports where id = change.report_id and not is_removed and status = 'corroborated'
    ) then '{}' else array[change.corroborated_changed_at] end;

create or replace function reports.note_feed_changes() returns trigger language plpgsql as $$
declare
  cases int[];
  -- Whether each is, or was until now, in the feeds of corroborated cases.
  corroborated boolean[];
  -- Whether it has just left the feeds of all cases, and those of corroborated ones.
  gone boolean[];
  corroborated_gone boolean[];
begin
  if tg_op = 'INSERT' then
    select array_agg(id), array_agg(status = 'corroborated'), array_agg(false), array_agg(false)
    into cases, corroborated, gone, corroborated_gone from new_rows where not is_removed;
  elsif tg_op = 'DELETE' then
    select array_agg(id), array_agg(status = 'corroborated'), array_agg(true), array_agg(status = 'corroborated')
    into cases, corroborated, gone, corroborated_gone from old_rows where not is_removed;
  else
    select array_agg(now_is.id), array_agg(was_in or is_in), array_agg(now_is.is_removed), array_agg(was_in and not is_in)
    into cases, corroborated, gone, corroborated_gone
    from new_rows now_is join old_rows was using (id), lateral (
      select not was.is_removed and was.status = 'corroborated' as was_in,
        not now_is.is_removed and now_is.status = 'corroborated' as is_in
    ) feed
    where case when was.is_removed or now_is.is_removed then was.is_removed <> now_is.is_removed
      else (was.username, was.twitter_url, was.scam_category, was.status, was.names_version)
        is distinct from (now_is.username, now_is.twitter_url, now_is.scam_category, now_is.status, now_is.names_version) end;
  end if;
  if cases is null then return null; end if;
  -- Later than the change before, whenever its transaction began: consumers keep the state with the latest time.
  with dated as materialized (
    select greatest(date_trunc('milliseconds', clock_timestamp()), (
      select changed_at from reports.feed_changes order by version desc, report_id desc limit 1
    ) + interval '1 millisecond') as at
  )
  insert into reports.feed_changes as known
    (report_id, version, changed_at, corroborated_version, corroborated_changed_at, left_at, corroborated_left_at)
  select changed.id, list.version, at,
    case when changed.corroborated then list.version end, case when changed.corroborated then at end,
    case when changed.gone then array[at] else '{}' end, case when changed.corroborated_gone then array[at] else '{}' end
  from unnest(cases, corroborated, gone, corroborated_gone) changed (id, corroborated, gone, corroborated_gone),
    reports.list_state list, dated order by changed.id
  on conflict (report_id) do update set version = excluded.version, changed_at = excluded.changed_at,
    corroborated_version = coalesce(excluded.corroborated_version, known.corroborated_version),
    corroborated_changed_at = coalesce(excluded.corroborated_changed_at, known.corroborated_changed_at),
    left_at = known.left_at || excluded.left_at,
    corroborated_left_at = known.corroborated_left_at || excluded.corroborated_left_at;
  return null;
end $$;
