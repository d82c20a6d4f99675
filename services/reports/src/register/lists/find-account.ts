import type { ListedName, SubjectAnswer } from '@naughty-list/contracts/look-up';
import { toTrace } from '@naughty-list/contracts/trace-texts';
import { selectPrepared } from '@naughty-list/service-kit/database/database';
import type { Knex } from 'knex';
import { selectReadFirst, shownCount } from '../../record/independence.ts';
import { aliasesInJson, renamedTo } from '../aliases/repository.ts';
import { isLatelyCleared } from '../reports/report.ts';
import { casesNaming, isReviewed, type NamingRow, toNaming } from '../traces.ts';
import { candidatesNear, nearest } from './find-near.ts';
import { timeInJson } from './repository.ts';

const FIRST_LINES = 280;

/** SQL: when a report was removed by a burn. */
export const burnedAt = `coalesce((select max(decided_at) from reports.removal_claims claim
  where claim.report_id = report.id and claim.status = 'removed'), report.reported_at)`;

/** SQL: whether look-ups show a report: it is listed, was cleared recently or removed by a burn. */
export const isInLookUps = `held_at is null and deleted_at is null and erased_at is null
  and (not is_removed or removal_tx_hash is not null or ${isLatelyCleared})`;

/**
 * SQL, as JSON: an account's listed report, else a recently cleared one, else the newest removed by a burn. Text and link are
 * those of the first statement that a moderator has read, if any: a scammer may have filed the first report himself.
 */
const caseSummary = (condition: string) => `(select to_jsonb(short) from (
    select username, status, ${shownCount()} as times, ${timeInJson('reported_at')} as since,
      left(coalesce(read_one.description, report.description), ${FIRST_LINES}) as "firstLines",
      coalesce(read_one.twitter_url, report.twitter_url) as "twitterUrl",
      coalesce((select ${timeInJson('max(at)')} from reports.case_changes where report_id = report.id),
        ${timeInJson('reported_at')}) as "statusSince",
      coalesce(${aliasesInJson('report.id')}, '[]') as aliases,
      ${timeInJson('handle_changed_at')} as "handleChangedAt",
      coalesce(reports.loss_totals(report.id), '[]') as losses,
      case when is_removed and removal_tx_hash is not null then ${timeInJson(burnedAt)} end as "burnedAt"
    from (
      select * from reports.scammer_reports report
      where ${condition} and ${isInLookUps}
      order by is_removed, removal_tx_hash is not null, not is_removed and not ${isReviewed}, id desc limit 1
    ) report left join lateral (${selectReadFirst('report.id', 'description, twitter_url')}) read_one on true
  ) short)`;

/** SQL: number and first time of the praises that a moderator has read; before any was, 1 and the first of all. */
export const praisedTimes = 'greatest(count(reviewed_at), 1)::int';
export const praisedSince =
  'coalesce(min(reported_at) filter (where reviewed_at is not null), min(reported_at))';

const praiseSummary = `(select to_jsonb(short) from (
    select (array_agg(username order by reviewed_at is null, id desc))[1] as username, ${praisedTimes} as times,
      ${timeInJson(praisedSince)} as since, bool_or(reviewed_at is not null) as "isReviewed"
    from reports.nice_reports where lower(username) = lower($1) and held_at is null having count(*) > 0
  ) short)`;

/** SQL: whether no case, or only one removed by a burn, was found. */
const isUnlisted = "(found is null or found ->> 'burnedAt' is not null)";

/**
 * SQL: the case of the account that has the name now. It comes before that of the name's former owner, and a reviewed one
 * before what only strangers said about the name: a scammer would otherwise report another account of his, and take its name.
 */
const caseUnderName = caseSummary(
  `id in ${renamedTo('$1', { isCurrent: true })} and not is_removed
    and (${isReviewed} or found ->> 'handleChangedAt' is not null)`,
);

/** All that an answer says about an account, in one query: round trips take most of a look-up's time. */
const findOnLists = {
  name: 'look-up of an account',
  text: `with by_reported_name as materialized (
      select ${caseSummary('lower(username) = lower($1)')} as found
    ), by_any_name as materialized (
      select coalesce(
        case when found ->> 'status' <> 'corroborated' or found ->> 'handleChangedAt' is not null or ${isUnlisted}
          then ${caseUnderName} end,
        found, ${caseSummary(`id in ${renamedTo('$1')}`)}
      ) as found
      from by_reported_name
    )
    select found, ${praiseSummary} as nice,
      case when ${isUnlisted} then (
        select jsonb_agg(each) from (${candidatesNear('$1')}) each
      ) end as near,
      case when ${isUnlisted} then (
        select jsonb_agg(each) from (${casesNaming("'x'", '$2')}) each
      ) end as naming
    from by_any_name`,
};

type FoundCase = NonNullable<SubjectAnswer['naughty']>;
type Found = {
  found: (FoundCase & { burnedAt: string | null }) | null;
  nice: SubjectAnswer['nice'];
  near: ListedName[] | null;
  naming: NamingRow[] | null;
};

type OnLists = Pick<SubjectAnswer, 'naughty' | 'burned' | 'nice' | 'near' | 'naming'>;

/**
 * What both lists say about an account, found by its reported or a later name. If it is not listed, also listed names that
 * look like it, and the cases that name it.
 */
export async function findAccount(db: Knex, username: string): Promise<OnLists> {
  const trace = toTrace('x', username);
  const [row] = await selectPrepared<Found>(db, findOnLists, [username, trace.value]);
  const { found, nice, near, naming } = row as Found;
  if (found && !found.burnedAt) {
    const { burnedAt: _, ...naughty } = found;
    // Praise that no moderator has read may be the scammer's own.
    const read = nice?.isReviewed ? nice : null;
    return { naughty, burned: null, nice: read, near: [], naming: { trace: null, total: 0, cases: [] } };
  }
  return {
    naughty: null,
    burned: found?.burnedAt ? burnedOf(found, found.burnedAt, username) : null,
    nice,
    near: nearest(username, near ?? []),
    naming: { trace, ...toNaming(naming ?? []) },
  };
}

/** Under a name that another account has now, nothing was removed: only under the one that the reported account has. */
function burnedOf(
  { username, aliases, handleChangedAt }: FoundCase,
  at: string,
  lookedUp: string,
): OnLists['burned'] {
  if (!handleChangedAt) return { username, at };
  const now = aliases.find(({ isCurrent }) => isCurrent)?.username;
  return now?.toLowerCase() === lookedUp.toLowerCase() ? { username: now, at } : null;
}

/** SQL: whether X confirmed that the account wrote the post: the log has what was kept of posts, except of burned reports. */
const isConfirmed = (statement: string) => `exists (select from reports.kept_posts kept
  where kept.report_id = report.id and statement_id = ${statement} and reports.post_number(kept.twitter_url) = $1)`;

/** Authors that X or a moderator confirmed come first: anyone can report another account with the id of a post. */
const findByPost = {
  name: 'reported for a post',
  text: `select username from (
      select username, is_removed, id, status <> 'unreviewed' as is_read,
        removal_tx_hash is not null and post_confirmed_at is not null or ${isConfirmed('0')} as is_confirmed
      from reports.scammer_reports report
      where reports.post_number(twitter_url) = $1 and ${isInLookUps}
      union all
      select username, is_removed, report.id, stated.reviewed_at is not null, ${isConfirmed('stated.id')} from reports.statements stated
      join reports.scammer_reports report on report.id = stated.report_id
      where reports.post_number(stated.twitter_url) = $1 and published_at is not null
        and report.held_at is null and deleted_at is null and not is_removed
    ) found order by is_confirmed desc, is_removed, is_read desc, id desc limit 1`,
};

/** The account that was reported for the post with this id, whichever username the post's URL has. */
export async function findReportedFor(db: Knex, post: string): Promise<string | undefined> {
  const [found] = await selectPrepared<{ username: string }>(db, findByPost, [post.replace(/^0+/, '')]);
  return found?.username;
}
