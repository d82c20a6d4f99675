import { caseTexts } from '@naughty-list/contracts/case-texts';
import type { Independence } from '@naughty-list/contracts/review';
import type { Knex } from 'knex';
import { changedRows, lockRows, recordRows } from './row-leaves.ts';

/** The oldest statements that are judged again when an entry before them has changed or is gone. */
const JUDGED_AGAIN_MAX = 100;
/** The most pairs of texts for that, about a second's work with the case locked; what is left stays dependent. */
const PAIRS_MAX = 500;
/** The most published statements whose texts are compared for moderators; the cost is quadratic. */
const COMPARED_MAX = 30;
/** Texts that share this much of their trigrams count as one. */
const SIMILAR = 0.4;
/** The fewest independent reporters whose number is shown. */
const SHOWN_FROM = 3;

/** SQL: first the statements that a moderator has read, which a flood of others cannot displace, then independent ones. */
export const IN_ORDER = 'reviewed_at is null, coalesce(dependent, true), id';

/** SQL: the first statement of a case that a moderator has read; no row without one. */
export const selectReadFirst = (report: string, columns: string) => `select ${columns} from (
    select description, twitter_url, reviewed_at from reports.statements
    where report_id = ${report} and published_at is not null and loss_transaction is null
    order by ${IN_ORDER} limit 1
  ) first_one where reviewed_at is not null`;

/** SQL: how many reporters the report of a row stands for: none whose reporter has withdrawn it. */
export const standing = `(description <> '${caseTexts.withdrawn}')::int`;

/**
 * A statement depends on the report, or on an independent statement, if it shares its reporter, wallet, network, post or text.
 * Independent ones are compared with the report only (`isIndependent`): a hundred long texts, each with each, take ten seconds.
 */
const JUDGE = `
  with own as (
    select twitter_url, description, loss_wallet, reporter_key, allocation_key
    from statements left join contributions on kind = 'statement' and subject_id = id where id = :id
  ), independent as (
    select 'report' as kind, id, twitter_url, description, null as loss_wallet from scammer_reports where id = :reportId
    union all
    select 'statement', id, twitter_url, description, loss_wallet from statements
    where report_id = :reportId and published_at is not null and not dependent and not :isIndependent::boolean
  )
  update statements set dependent = exists (
    select from own, independent left join contributions other
      on other.kind = independent.kind and other.subject_id = independent.id
    where other.reporter_key = own.reporter_key or other.allocation_key = own.allocation_key
      or independent.loss_wallet = own.loss_wallet
      or post_key(independent.twitter_url) = post_key(own.twitter_url)
      or post_number(independent.twitter_url) = post_number(own.twitter_url)
      or similarity(independent.description, own.description) >= ${SIMILAR}
  ) where id = :id`;

/**
 * Judges which published statements of a case are independent, and counts them with the report: when one was published
 * or withdrawn from the public, or (`isChanged`) when the report's own text has changed. The result is stored, because the
 * keys behind it change monthly and are deleted after a while. Only `statements` may have left the public: for another one that
 * is hidden in the database, the audit must report that.
 */
export async function countIndependent(
  trx: Knex,
  reportId: number,
  { isChanged = false, statements = [] }: { isChanged?: boolean; statements?: readonly number[] } = {},
): Promise<void> {
  const left: { id: number; dependent: boolean | null }[] = await trx('statements')
    .where({ report_id: reportId, published_at: null, erased_at: null })
    .whereIn('id', [...statements])
    .select('id', 'dependent');
  const leftIds = left.map(({ id }) => id);
  await trx('statements').whereIn('id', leftIds).update({ dependent: null });
  const wereJudged = left.some(({ dependent }) => dependent !== null);
  const published = () => trx('statements').where({ report_id: reportId }).whereNotNull('published_at');
  const first: number[] =
    wereJudged || isChanged ? await published().orderBy('id').limit(JUDGED_AGAIN_MAX).pluck('id') : [];
  // Independent ones first: those that depended on what has changed or is gone are compared with them.
  const found: { id: number; dependent: boolean | null }[] = await published()
    .where((one) => one.where({ dependent: null }).orWhereIn('id', first))
    .orderByRaw('dependent is false desc, id')
    .select('id', 'dependent');
  const asked = found.map(({ id }) => id);
  await lockRows(trx, 'statements', asked);
  // The audit must report a judgement that was taken back in the database: its keys may be gone.
  const changed = new Set(await changedRows(trx, 'statements', asked));
  const [{ independent }] = (await published().where({ dependent: false }).count({ independent: '*' })) as [
    { independent: string },
  ];
  // With the report. One that is judged again may become independent itself.
  let compared = Number(independent) + 1;
  let pairs = 0;
  const judged = found.filter(({ id, dependent }) => {
    if (dependent) pairs += compared++;
    return !changed.has(String(id)) && !(dependent && pairs > PAIRS_MAX);
  });
  const ids = judged.map(({ id }) => id);
  await trx('statements').whereIn('id', ids).where({ dependent: true }).update({ dependent: null });
  for (const { id, dependent } of judged)
    await trx.raw(JUDGE, { reportId, id, isIndependent: dependent === false });
  await recordRows(trx, 'statements', [...leftIds, ...ids]);
  await trx.raw(
    `update scammer_reports report set independent = counted.total, independent_read = counted.read
     from (
       select own + count(stated.id)::int as total, own + count(reviewed_at)::int as read
       from (select ${standing} as own from scammer_reports where id = :reportId) report left join statements stated
         on report_id = :reportId and published_at is not null and not dependent group by own
     ) counted where id = :reportId and (independent, independent_read) <> (counted.total, counted.read)`,
    { reportId },
  );
}

/** How independent the report of a case and its first published statements are of each other, for moderators. */
export async function readIndependence(db: Knex, reportId: number): Promise<Independence> {
  const { rows } = await db.raw<{ rows: Independence[] }>(
    `with entry as materialized (
       select 0 as place, 'report' as kind, id, twitter_url, description from scammer_reports where id = :reportId
       union all
       (select id, 'statement', id, twitter_url, description from statements
        where report_id = :reportId and published_at is not null order by id limit ${COMPARED_MAX})
     )
     select count(*)::int - 1 as statements, count(distinct reporter_key)::int as reporters,
       count(distinct allocation_key)::int as networks, count(distinct post_key(twitter_url))::int as posts,
       count(*) filter (where exists (
         select from entry earlier
         where earlier.place < entry.place and similarity(earlier.description, entry.description) >= ${SIMILAR}
       ))::int as "similarTexts",
       (select independent from scammer_reports where id = :reportId) as independent
     from entry left join contributions on contributions.kind = entry.kind and subject_id = entry.id`,
    { reportId },
  );
  return rows[0] as Independence;
}

/**
 * SQL: the number of independent reporters that pages show, from three on; else 1. Only of corroborated cases, and only of
 * statements that a moderator has read, because one person with a hundred addresses looks like a hundred reporters.
 */
export const shownCount = (independent = "case status when 'corroborated' then independent_read end") =>
  `case when ${independent} >= ${SHOWN_FROM} then ${independent} else 1 end`;

/** The same of a row. */
export const shownCountOf = ({
  status,
  independent_read: read,
}: {
  status: string;
  independent_read: number;
}) => (status === 'corroborated' && read >= SHOWN_FROM ? read : 1);
