import type { Knex } from 'knex';

/** Columns of a report as admins of the version before deleted it. */
const columns = `id, twitter_url, username, tweet_content, tweet_date, scam_category, description, evidence_urls, reported_at,
  report_count, removal_tx_hash, unique_burn_address, burn_transaction_hash, profile_image_refreshed_at, held_at`;
/** Those of them that must be there. */
const required = `{id,twitter_url,username,scam_category,description,evidence_urls,reported_at,report_count,is_removed,unique_burn_address}`;

/**
 * A deleted report keeps its row: off the list as any removed one, so that every reader of the list, old ones too, leaves it
 * out; with the time, and what `is_removed` was.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    alter table scammer_reports
      add column deleted_at timestamptz,
      add column was_removed boolean,
      add constraint scammer_reports_deleted check (
        case when deleted_at is null then was_removed is null else is_removed and was_removed is not null end
      ) not valid;

    -- As before, without deleted reports.
    create or replace function reports.tally_reports() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into reports.report_tally as tally (is_removed, scam_category, reports)
        select is_removed, scam_category, count(*) from new_rows where deleted_at is null group by 1, 2 order by 1, 2
        on conflict (is_removed, scam_category) do update set reports = tally.reports + excluded.reports;
      elsif tg_op = 'DELETE' then
        insert into reports.report_tally as tally (is_removed, scam_category, reports)
        select is_removed, scam_category, -count(*) from old_rows where deleted_at is null group by 1, 2 order by 1, 2
        on conflict (is_removed, scam_category) do update set reports = tally.reports + excluded.reports;
      else
        insert into reports.report_tally as tally (is_removed, scam_category, reports)
        select is_removed, scam_category, sum(change) from (
          select is_removed, scam_category, 1 as change from new_rows where deleted_at is null
          union all select is_removed, scam_category, -1 from old_rows where deleted_at is null
        ) changed
        group by 1, 2 having sum(change) <> 0 order by 1, 2
        on conflict (is_removed, scam_category) do update set reports = tally.reports + excluded.reports;
      end if;
      return null;
    end $$;
  `);
  await db.raw(`
    -- Brings the report of a deletion that is not undone back as a deleted row, removed by the payment that was accepted for
    -- it meanwhile. Again is nothing. What no version wrote as a whole stays in the log alone.
    create function reports.keep_deleted_report(entry int) returns void language sql
    set search_path = reports, public as $$
      insert into scammer_reports (${columns}, erased_at, is_removed, was_removed, deleted_at)
      select ${columns.replaceAll(/\w+/g, 'report.$&')}, coalesce(report.erased_at, log.erased_at), true, report.is_removed, log.at
      from audit_log log, jsonb_populate_record(null::scammer_reports, log.before) report
      where log.id = entry and log.restored_at is null and jsonb_exists_all(log.before, '${required}')
      on conflict do nothing;

      update scammer_reports report
      set held_at = null, removal_tx_hash = claim.signature, burn_transaction_hash = claim.signature
      from audit_log log, removal_claims claim
      where log.id = entry and report.id = log.subject_id and claim.report_id = report.id and claim.status = 'removed'
        and report.deleted_at is not null and report.removal_tx_hash is null;
    $$;

    -- Copies of the version before delete rows until they are replaced. The next release drops this, and the function.
    create function reports.keep_report_of_deletion() returns trigger language plpgsql as $$
    begin
      if not exists (select from reports.scammer_reports where id = new.subject_id) then
        perform reports.keep_deleted_report(new.id);
      end if;
      return null;
    end $$;
    create trigger keep_deleted_report after insert on audit_log
      for each row when (new.action = 'delete' and new.subject = 'scammer_report')
      execute function reports.keep_report_of_deletion();
  `);
}
