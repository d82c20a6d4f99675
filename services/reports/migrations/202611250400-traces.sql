-- What reports and statements name besides the account. A row is public while its case is listed, and its statement published.
create table traces (
  report_id int not null,
  -- 0: the report itself.
  statement_id int not null default 0,
  kind text not null,
  value text not null,
  primary key (report_id, statement_id, kind, value)
);

-- Look-up: the cases that name a trace.
create index traces_by_value on traces (kind, value, report_id desc);

-- Rises when what a case names, or how the account is called, has changed: its feeds and cached answers are renewed.
alter table scammer_reports add column names_version int not null default 0;

create or replace function reports.note_feed_changes() returns trigger language plpgsql as $$
declare
  cases int[];
  -- Whether each is, or was until now, in the feeds of corroborated cases.
  corroborated boolean[];
begin
  if tg_op = 'INSERT' then
    select array_agg(id), array_agg(status = 'corroborated') into cases, corroborated from new_rows where not is_removed;
  elsif tg_op = 'DELETE' then
    select array_agg(id), array_agg(status = 'corroborated') into cases, corroborated from old_rows where not is_removed;
  else
    select array_agg(now_is.id), array_agg(
      (not was.is_removed and was.status = 'corroborated') or (not now_is.is_removed and now_is.status = 'corroborated')
    ) into cases, corroborated
    from new_rows now_is join old_rows was using (id)
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
    (report_id, version, changed_at, corroborated_version, corroborated_changed_at)
  select changed.id, list.version, at,
    case when changed.corroborated then list.version end, case when changed.corroborated then at end
  from unnest(cases, corroborated) changed (id, corroborated), reports.list_state list, dated order by changed.id
  on conflict (report_id) do update set version = excluded.version, changed_at = excluded.changed_at,
    corroborated_version = coalesce(excluded.corroborated_version, known.corroborated_version),
    corroborated_changed_at = coalesce(excluded.corroborated_changed_at, known.corroborated_changed_at);
  return null;
end $$;

-- The names by which X called an account later, read from its reported post, which keeps its number.
create table aliases (
  report_id int not null,
  username text not null,
  seen_at timestamptz not null default now(),
  -- When another name was seen; null: what the account calls itself now.
  left_at timestamptz
);

create unique index aliases_of_case on aliases (report_id, lower(username));

-- Look-up: the case of an account that was renamed.
create index aliases_by_name on aliases (lower(username));

-- When a moderator found that the reported name belongs to another account now.
alter table scammer_reports add column handle_changed_at timestamptz;

alter table audit_log drop constraint audit_log_action_check, add constraint audit_log_action_check check (action in (
  'delete', 'edit', 'restore', 'refresh_profile_image', 'erase', 'publish', 'hold', 'set_status',
  'decide_statement', 'decide_appeal', 'write_to_account', 'confirm_account', 'decide_reply', 'check_post',
  'mark_handle', 'undo', 'allow_decisions'
));
