import { REPORT_REFERENCE_PREFIX } from '@naughty-list/contracts/primitives';
import type { ReportInput } from '@naughty-list/contracts/report-input';
import type { Trace } from '@naughty-list/contracts/traces';
import type { Knex } from 'knex';
import { renamedTo } from '../aliases/repository.ts';
import type { Reporter } from '../contributions/contributions.ts';
import { isLatelyCleared, type ReportRow } from './report.ts';

/** A report that is not deleted. */
export async function findReport(db: Knex, id: number): Promise<ReportRow | undefined> {
  return db<ReportRow>('scammer_reports').where({ id, deleted_at: null }).first();
}

/** The listed report of a username, or else of the account that has this name now; or else that of the name's former owner. */
export async function findListed(db: Knex, username: string): Promise<ReportRow | undefined> {
  const listed = (condition: string) =>
    db<ReportRow>('scammer_reports')
      .whereRaw(`${condition} and not is_removed`, [username])
      .orderBy('id')
      .first();
  const reported = await listed('lower(username) = lower(?)');
  if (reported && !reported.handle_changed_at) return reported;
  return (await listed(`id in ${renamedTo('?', { isCurrent: true })}`)) ?? reported;
}

/** Whether a moderator cleared this account, by its reported or present name, so recently that its case is still shown. */
export async function isClearedAccount(db: Knex, username: string): Promise<boolean> {
  const cleared = await db('scammer_reports')
    .whereRaw(`(lower(username) = lower(?) or id in ${renamedTo('?', { isCurrent: true })})`, [
      username,
      username,
    ])
    .whereRaw(isLatelyCleared)
    .whereNull('deleted_at')
    .first('id');
  return cleared !== undefined;
}

/** The number of reports that are off the list for good. */
export async function countOffList(db: Knex): Promise<number> {
  const row = await db('scammer_reports')
    .where({ is_removed: true })
    .whereNull('deleted_at')
    .whereNull('held_at')
    .first(db.raw('count(*)::int as count'));
  return row.count;
}

/**
 * A report to insert. `source` identifies the network that it came from for some days, across reports. With a
 * `holdReason` it is held whatever the rate.
 */
export type NewReport = ReportInput & {
  traces: readonly Trace[];
  source: string;
  reporter: Reporter;
  holdReason?: string;
};

/** Inserts a report; undefined if its username is listed. The reference contains the padded id, which is drawn first. */
export async function insertReport(
  trx: Knex,
  report: ReportInput & { holdReason: string | null },
): Promise<ReportRow | undefined> {
  const { rows } = await trx.raw<{ rows: ReportRow[] }>(
    `with drawn as (select nextval('scammer_reports_id_seq')::int as id)
     insert into scammer_reports
       (id, twitter_url, username, scam_category, description, unique_burn_address, is_removed, held_at, hold_reason)
     select id, :twitterUrl, :username, :scamCategory, :description,
       :referencePrefix || lpad(id::text, greatest(3, length(id::text)), '0'),
       :holdReason::text is not null, case when :holdReason::text is not null then now() end, :holdReason::text
     from drawn
     on conflict (lower(username) text_pattern_ops, (case when is_removed then id else 0 end)) do nothing
     returning *`,
    { ...report, referencePrefix: REPORT_REFERENCE_PREFIX },
  );
  return rows[0];
}

/**
 * The number of reports of the username within the last day, including removed ones. Held and deleted reports are
 * excluded, so that they hold no other report of the username.
 */
export async function countRecentReports(db: Knex, username: string): Promise<number> {
  const { rows } = await db.raw<{ rows: { count: number }[] }>(
    `select count(*)::int as count from scammer_reports
     where lower(username) = lower(?) and reported_at > now() - interval '1 day' and held_at is null
       and deleted_at is null`,
    [username],
  );
  return rows[0]?.count ?? 0;
}

/**
 * Skips the numbers that may have been assigned after the backup: burns may name them in their memos. For restores that
 * did not run `infra/deploy/server/bin/skip-lost-numbers.sql`, which does the same.
 */
export async function skipLostNumbers(trx: Knex): Promise<void> {
  await trx.raw(
    `select setval('scammer_reports_id_seq', greatest(last_value, extract(epoch from now())::bigint - 1767225600) + 100000)
     from scammer_reports_id_seq`,
  );
}
