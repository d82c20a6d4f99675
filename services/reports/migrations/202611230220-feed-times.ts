import type { Knex } from 'knex';

/**
 * A change of the feeds has the time at which it is made, not that at which its transaction began, and a later one than the change
 * before: consumers keep the state with the latest time. They are made one after the other, under the lock of the list's version.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create or replace function reports.note_feed_changes() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        ${note("select id, status = 'corroborated' as corroborated from new_rows where not is_removed")};
      elsif tg_op = 'DELETE' then
        ${note("select id, status = 'corroborated' as corroborated from old_rows where not is_removed")};
      else
        ${note(`
          select now_is.id, (not was.is_removed and was.status = 'corroborated')
            or (not now_is.is_removed and now_is.status = 'corroborated') as corroborated
          from new_rows now_is join old_rows was using (id)
          where case when was.is_removed or now_is.is_removed then was.is_removed <> now_is.is_removed
            else (was.username, was.twitter_url, was.scam_category, was.status)
              is distinct from (now_is.username, now_is.twitter_url, now_is.scam_category, now_is.status) end`)};
      end if;
      return null;
    end $$`);
}

/** SQL: notes a change of each of these cases. */
function note(changed: string): string {
  return `
    with dated as materialized (
      select greatest(date_trunc('milliseconds', clock_timestamp()), (
        select changed_at from reports.feed_changes order by version desc, report_id desc limit 1
      ) + interval '1 millisecond') as at
    )
    insert into reports.feed_changes as known
      (report_id, version, changed_at, corroborated_version, corroborated_changed_at)
    select id, list.version, at, case when corroborated then list.version end, case when corroborated then at end
    from (${changed}) changed, reports.list_state list, dated order by id
    on conflict (report_id) do update set version = excluded.version, changed_at = excluded.changed_at,
      corroborated_version = coalesce(excluded.corroborated_version, known.corroborated_version),
      corroborated_changed_at = coalesce(excluded.corroborated_changed_at, known.corroborated_changed_at)`;
}
