import type { Knex } from 'knex';

/**
 * What changed last in the feeds, by case; names and texts stay with the reports. A version is the list's: the trigger that counts
 * it, whose name sorts before, holds the lock of its row until the end of the transaction, so that a version becomes visible after
 * all those before it.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table feed_changes (
      report_id int primary key,
      version bigint not null,
      changed_at timestamptz not null,
      -- The same of the feeds of corroborated cases; null for a case that was never in them.
      corroborated_version bigint,
      corroborated_changed_at timestamptz
    );
    create index feed_changes_by_version on feed_changes (version, report_id);
    create index feed_changes_of_corroborated on feed_changes (corroborated_version, report_id)
      where corroborated_version is not null;

    create function reports.note_feed_changes() returns trigger language plpgsql as $$
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
    end $$;
    create trigger feed_insert after insert on scammer_reports
      referencing new table as new_rows for each statement execute function reports.note_feed_changes();
    create trigger feed_update after update on scammer_reports
      referencing old table as old_rows new table as new_rows
      for each statement execute function reports.note_feed_changes();
    create trigger feed_delete after delete on scammer_reports
      referencing old table as old_rows for each statement execute function reports.note_feed_changes();
  `);
}

/** SQL: notes a change of each of these cases; a case that was ever corroborated stays in those feeds, as a removal. */
function note(changed: string): string {
  return `
    insert into reports.feed_changes as known
      (report_id, version, changed_at, corroborated_version, corroborated_changed_at)
    select id, list.version, now(), case when corroborated then list.version end, case when corroborated then now() end
    from (${changed}) changed, reports.list_state list order by id
    on conflict (report_id) do update set version = excluded.version, changed_at = excluded.changed_at,
      corroborated_version = coalesce(excluded.corroborated_version, known.corroborated_version),
      corroborated_changed_at = coalesce(excluded.corroborated_changed_at, known.corroborated_changed_at)`;
}
