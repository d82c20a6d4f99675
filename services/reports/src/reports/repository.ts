import type { ReportInput } from '@naughty-list/contracts/report-input';
import { deleteInBatches } from '@naughty-list/service-kit/delete-in-batches';
import type { Knex } from 'knex';
import type { ListFilter } from '../moderation/subject.ts';
import type { ReportRow } from './report.ts';

export async function findReport(db: Knex, id: number): Promise<ReportRow | undefined> {
  return db<ReportRow>('scammer_reports').where({ id }).first();
}

export async function findListed(db: Knex, username: string): Promise<ReportRow | undefined> {
  return db<ReportRow>('scammer_reports')
    .whereRaw('lower(username) = lower(?) and not is_removed', [username])
    .first();
}

/** How many reports there are of a state and a category. */
export async function countReports(db: Knex, { state, category }: ListFilter): Promise<number> {
  const { rows } = await db.raw<{ rows: { reports: number }[] }>(
    `select coalesce(sum(reports), 0)::int as reports from report_tally
     where (:state = 'all' or is_removed = (:state = 'removed')) and (:category::text is null or scam_category = :category)`,
    { state, category: category ?? null },
  );
  return rows[0]?.reports ?? 0;
}

/**
 * Lists a username unless it is listed already (answers nothing then). The reference is the prefix and the id, padded
 * to three digits, so it takes the id before the row is there.
 */
export async function insertReport(
  db: Knex,
  { twitterUrl, username, scamCategory, description }: ReportInput,
  referencePrefix: string,
): Promise<ReportRow | undefined> {
  const { rows } = await db.raw<{ rows: ReportRow[] }>(
    `with next as (select nextval('reports.scammer_reports_id_seq')::int as id)
     insert into scammer_reports (id, twitter_url, username, scam_category, description, unique_burn_address)
     select id, ?, ?, ?, ?, ? || lpad(id::text, greatest(3, length(id::text)), '0') from next
     on conflict (lower(username)) where not is_removed do nothing
     returning *`,
    [twitterUrl, username, scamCategory, description, referencePrefix],
  );
  return rows[0];
}

/** How many reports named the username within the last day, removed ones too, and when the first of them was made. */
export async function countRecentReports(
  db: Knex,
  username: string,
): Promise<{ count: number; oldestAt: Date | null }> {
  const { rows } = await db.raw<{ rows: { count: number; oldestAt: Date | null }[] }>(
    `select count(*)::int as count, min(reported_at) as "oldestAt" from scammer_reports
     where lower(username) = lower(?) and reported_at > now() - interval '1 day'`,
    [username],
  );
  return rows[0] ?? { count: 0, oldestAt: null };
}

/** Notes that a client repeated a report on a day; false when it is noted already, or the hour's limit is reached. */
export async function noteRepeat(
  db: Knex,
  repeat: { reportId: number; clientKey: string; on: Date; perHour: number },
): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `insert into duplicate_reports (report_id, client_key, counted_on)
     select :reportId::int, :clientKey, :on::date
     where (select count(*) from duplicate_reports
            where report_id = :reportId::int and counted_at > now() - interval '1 hour') < :perHour
     on conflict do nothing
     returning 1`,
    { ...repeat, on: repeat.on.toISOString().slice(0, 10) },
  );
  return rows.length > 0;
}

/** Counts a repeat; false when the report is not listed any more. */
export async function incrementReportCount(db: Knex, id: number): Promise<boolean> {
  return (await db('scammer_reports').where({ id, is_removed: false }).increment('report_count', 1)) === 1;
}

/** Takes back that a client repeated a report on a day. */
export async function forgetRepeat(
  db: Knex,
  { reportId, clientKey, on }: { reportId: number; clientKey: string; on: Date },
): Promise<void> {
  const day = on.toISOString().slice(0, 10);
  await db('duplicate_reports')
    .where({ report_id: reportId, client_key: clientKey, counted_on: day })
    .delete();
}

/** Forgets who repeated reports before the day. */
export async function forgetRepeatsBefore(db: Knex, day: Date, mayGoOn: () => boolean): Promise<number> {
  return deleteInBatches(db, {
    table: 'duplicate_reports',
    key: ['report_id', 'client_key', 'counted_on'],
    where: (repeats) => void repeats.where('counted_on', '<', day.toISOString().slice(0, 10)),
    mayGoOn,
  });
}

/** Takes a listed report off the list; false when it is not listed. */
export async function removeReport(db: Knex, id: number, signature: string): Promise<boolean> {
  const changed = await db('scammer_reports')
    .where({ id, is_removed: false })
    .update({ is_removed: true, removal_tx_hash: signature, burn_transaction_hash: signature });
  return changed === 1;
}

/** Notes that the profile image is to be fetched anew; each time is later than the one before, by a second at least. */
export async function setImageRefreshed(trx: Knex, id: number): Promise<void> {
  await trx('scammer_reports')
    .where({ id })
    .update({
      profile_image_refreshed_at: trx.raw(
        "greatest(now(), profile_image_refreshed_at + interval '1 second')",
      ),
    });
}

/** How many reports were removed for a burn; the tally is kept as they change. */
export async function countRemoved(db: Knex): Promise<number> {
  const row = await db('report_tally').where({ is_removed: true }).sum({ reports: 'reports' }).first();
  return Number(row?.reports ?? 0);
}
