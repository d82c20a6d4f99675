import type { ReportInput } from '@naughty-list/contracts/report-input';
import { deleteInBatches } from '@naughty-list/service-kit/database/delete-in-batches';
import { nameQuery, runNamed } from '@naughty-list/service-kit/database/prepared';
import type { Knex } from 'knex';
import { isOnProbation, type Reporter } from '../cases/contributions.ts';
import { isPaidPost as isPaid, isReviewedPost, postNumberIn } from '../cases/reviewed-post.ts';
import type { ListFilter } from '../moderation/entity.ts';
import type { ReportRow } from './report.ts';

/** A report that is not deleted. */
export async function findReport(db: Knex, id: number): Promise<ReportRow | undefined> {
  return db<ReportRow>('scammer_reports').where({ id, deleted_at: null }).first();
}

export async function findListed(db: Knex, username: string): Promise<ReportRow | undefined> {
  return db<ReportRow>('scammer_reports')
    .whereRaw('lower(username) = lower(?) and not is_removed', [username])
    .first();
}

const given = { url: ':twitterUrl', username: ':username::text', number: ':number::text' };
const ofInput = { url: 'input.twitter_url', username: 'input.username', number: 'input.post_number' };

type Post = { twitterUrl: string; username: string };

/** Whether this post was part of a case that was cleared. */
export const isClearedPost = (db: Knex, post: Post) => ask(db, isReviewedPost(given), post);

/** Whether a report of this post was removed for a burn. */
export const isPaidPost = (db: Knex, post: Post) => ask(db, isPaid(given), post);

async function ask(db: Knex, condition: string, { twitterUrl, username }: Post): Promise<boolean> {
  const bindings = { twitterUrl, username, number: postNumberIn(twitterUrl) };
  const { rows } = await db.raw<{ rows: { holds: boolean }[] }>(`select ${condition} as holds`, bindings);
  return rows[0]?.holds ?? false;
}

/**
 * The number of reports of a state and category. The tally counts held reports as removed; the few held ones are
 * counted separately.
 */
export async function countReports(db: Knex, { state, category }: ListFilter): Promise<number> {
  const { rows } = await db.raw<{ rows: { reports: number }[] }>(
    `with tallied as (
       select coalesce(sum(reports), 0) as reports from report_tally
       where (:state = 'all' or is_removed = (:state = 'removed')) and :state <> 'held'
         and (:category::text is null or scam_category = :category)
     ), held as (
       select count(*) as reports from scammer_reports
       where held_at is not null and deleted_at is null and :state in ('held', 'removed')
         and (:category::text is null or scam_category = :category)
     )
     select (case :state when 'held' then held.reports else tallied.reports - held.reports end)::int as reports
     from tallied, held`,
    { state, category: category ?? null },
  );
  return rows[0]?.reports ?? 0;
}

export type InsertOptions = { referencePrefix: string; holdAbovePerMinute: number; reportsPerDay: number };

/**
 * A report to insert. `source` identifies the network that it came from for some days, across reports. With a
 * `holdReason` it is held whatever the rate.
 */
export type NewReport = ReportInput & { source: string; reporter: Reporter; holdReason?: string };

/**
 * Rows are inserted in the order of their usernames, so that concurrent batches with the same names cannot deadlock.
 */
const INSERT_REPORTS = nameQuery(
  'insert reports',
  `with plain as materialized (
     select nextval('reports.scammer_reports_id_seq')::int as id, input.*,
       coalesce(input.given_reason, case when ${isOnProbation('input.reporter_keys')} then 'reporter' end) as reason
     from unnest(:twitterUrls::text[], :usernames::text[], :categories::text[], :descriptions::text[], :sources::text[],
         :reporterKeys::text[], :networkKeys::text[], :holdReasons::text[], :postNumbers::text[])
       with ordinality as input
         (twitter_url, username, scam_category, description, source, reporter_keys, network_key, given_reason, post_number, place)
     where not exists (
       select from scammer_reports listed
       where lower(listed.username) = lower(input.username) and not listed.is_removed
     ) and not ${isPaid(ofInput)} and not ${isReviewedPost(ofInput)} and (
       select count(*) from scammer_reports recent
       where lower(recent.username) = lower(input.username) and recent.held_at is null and recent.deleted_at is null
         and recent.reported_at > now() - interval '1 day'
     ) < :reportsPerDay::int
   ), free as materialized (
     select slot from report_slots
     where slot <= :holdAbovePerMinute::int and (taken_at < clock_timestamp() - interval '1 minute'
       -- Taken before the clock was set back.
       or taken_at > clock_timestamp() + interval '1 minute')
     order by slot limit (select count(*) from plain where reason is null) for update skip locked
   ), taken as (
     update report_slots set taken_at = clock_timestamp() where slot in (select slot from free) returning slot
   ), judged as (
     select plain.*, case
         when reason is not null then reason
         when :holdAbovePerMinute::int > 0
           and row_number() over (partition by reason is null order by place) > (select count(*) from taken) then 'rate'
       end as hold_reason
     from plain
   ), inserted as (
     insert into scammer_reports
       (id, twitter_url, username, scam_category, description, unique_burn_address, is_removed, held_at, hold_reason)
     select id, twitter_url, username, scam_category, description,
       :referencePrefix || lpad(id::text, greatest(3, length(id::text)), '0'),
       hold_reason is not null, case when hold_reason is not null then now() end, hold_reason
     from judged order by lower(username) collate "C"
     on conflict (lower(username)) where not is_removed do nothing
     returning *
   ), noted as (
     insert into report_sources (report_id, source)
     select inserted.id, plain.source from inserted join plain on plain.id = inserted.id
   ), contributed as (
     insert into contributions (kind, subject_id, reporter_key, network_key, held)
     select 'report', inserted.id, split_part(reporter_keys, ',', 1), network_key, is_removed
     from inserted join plain on plain.id = inserted.id
   )
   select plain.place::int as place, inserted.* from inserted join plain on plain.id = inserted.id`,
);

/**
 * Inserts one report per username. A username that is listed already, or was reported too often within a day, gets
 * none; a report is held if the minute's slots (0: no limit) are taken. Returns rows in the order of the inputs,
 * undefined where no report was made. The reference contains the padded id, so the id is drawn before the row is
 * inserted.
 */
export async function insertReports(
  db: Knex,
  inputs: readonly (NewReport | undefined)[],
  { referencePrefix, holdAbovePerMinute, reportsPerDay }: InsertOptions,
): Promise<(ReportRow | undefined)[]> {
  const given = inputs.flatMap((input, at) => (input ? [{ ...input, at }] : []));
  const rows = await runNamed<ReportRow & { place: number }>(db, INSERT_REPORTS, {
    twitterUrls: given.map(({ twitterUrl }) => twitterUrl),
    usernames: given.map(({ username }) => username),
    categories: given.map(({ scamCategory }) => scamCategory),
    descriptions: given.map(({ description }) => description),
    sources: given.map(({ source }) => source),
    reporterKeys: given.map(({ reporter }) => reporter.keys),
    networkKeys: given.map(({ reporter }) => reporter.networkKey),
    holdReasons: given.map(({ holdReason }) => holdReason ?? null),
    postNumbers: given.map(({ twitterUrl }) => postNumberIn(twitterUrl)),
    referencePrefix,
    holdAbovePerMinute,
    reportsPerDay,
  });
  const made = new Map(rows.map(({ place, ...report }) => [given[place - 1]?.at, report]));
  return inputs.map((_, at) => made.get(at));
}

/**
 * The number of reports of the username within the last day, including removed ones, and the time of the first. Held
 * and deleted reports are excluded, so that they block no other report of the username.
 */
export async function countRecentReports(
  db: Knex,
  username: string,
): Promise<{ count: number; oldestAt: Date | null }> {
  const { rows } = await db.raw<{ rows: { count: number; oldestAt: Date | null }[] }>(
    `select count(*)::int as count, min(reported_at) as "oldestAt" from scammer_reports
     where lower(username) = lower(?) and reported_at > now() - interval '1 day' and held_at is null
       and deleted_at is null`,
    [username],
  );
  return rows[0] ?? { count: 0, oldestAt: null };
}

/**
 * Records that a client repeated a report on a day; false if it is recorded already, or the hour's limit is reached.
 */
export async function recordRepeat(
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

/** Counts a repeat; false if the report is no longer listed. */
export async function incrementReportCount(db: Knex, id: number): Promise<boolean> {
  return (await db('scammer_reports').where({ id, is_removed: false }).increment('report_count', 1)) === 1;
}

/** Removes the record that a client repeated a report on a day. */
export async function forgetRepeat(
  db: Knex,
  { reportId, clientKey, on }: { reportId: number; clientKey: string; on: Date },
): Promise<void> {
  const day = on.toISOString().slice(0, 10);
  await db('duplicate_reports')
    .where({ report_id: reportId, client_key: clientKey, counted_on: day })
    .delete();
}

/** Deletes the records of repeats before the day. */
export async function forgetRepeatsBefore(db: Knex, day: Date, mayGoOn: () => boolean): Promise<number> {
  return deleteInBatches(db, {
    table: 'duplicate_reports',
    key: ['report_id', 'client_key', 'counted_on'],
    where: (repeats) => void repeats.where('counted_on', '<', day.toISOString().slice(0, 10)),
    mayGoOn,
  });
}

/** The network that a report came from; undefined once it is deleted. */
export async function findSource(db: Knex, reportId: number): Promise<string | undefined> {
  const row = await db('report_sources').where({ report_id: reportId }).first('source');
  return row?.source;
}

export const forgetSourcesBefore = (db: Knex, before: Date, mayGoOn: () => boolean): Promise<number> =>
  deleteInBatches(db, {
    table: 'report_sources',
    key: ['report_id'],
    where: (sources) => void sources.where('noted_at', '<', before),
    mayGoOn,
  });

/**
 * Removes a listed report from the list, or a held one from the queue. An erased or deleted report is off the list
 * already and only marked as paid for. False if another payment removed it before, or there is no such report.
 */
export async function removeReport(db: Knex, id: number, signature: string): Promise<boolean> {
  return (await runNamed(db, REMOVE_REPORT, { id, signature })).length === 1;
}

const REMOVE_REPORT = nameQuery(
  'remove report',
  `update scammer_reports
   set is_removed = true, held_at = null, removal_tx_hash = :signature, burn_transaction_hash = :signature
   where id = :id and removal_tx_hash is null returning id`,
);

/**
 * Numbers assigned after a backup are in the memos of burns, and must not be assigned again. Covers restores that did
 * not run `infra/deploy/server/bin/skip-lost-numbers.sql`, which does the same.
 */
export async function skipLostNumbers(trx: Knex): Promise<void> {
  await trx.raw(
    `select setval('scammer_reports_id_seq', greatest(last_value, extract(epoch from now())::bigint - 1767225600) + 100000)
     from scammer_reports_id_seq`,
  );
}

/** Records that the profile image must be fetched again; each time is at least a second later than the previous one. */
export async function setImageRefreshed(trx: Knex, id: number): Promise<void> {
  await trx('scammer_reports')
    .where({ id })
    .update({
      profile_image_refreshed_at: trx.raw(
        "greatest(now(), profile_image_refreshed_at + interval '1 second')",
      ),
    });
}
