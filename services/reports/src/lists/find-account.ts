import { CLEARED_DAYS } from '@naughty-list/contracts/case-texts';
import type { SubjectAnswer } from '@naughty-list/contracts/look-up';
import { selectPrepared } from '@naughty-list/service-kit/database/prepared';
import type { Knex } from 'knex';
import { aliasesInJson, renamedTo } from '../aliases/repository.ts';
import { shownCount } from '../reports/report.ts';
import { timeInJson } from './list.ts';

const FIRST_LINES = 280;

/** Not listed any more, but still answered with its case. */
export const isLatelyCleared = `is_removed and removal_tx_hash is null and cleared_at > now() - interval '${CLEARED_DAYS} days'`;

/** SQL: when a report was removed by a burn. */
export const burnedAt = `coalesce((select max(decided_at) from reports.removal_claims claim
  where claim.report_id = report.id and claim.status = 'removed'), report.reported_at)`;

/** The listed report of an account, else one cleared lately, else the newest that was removed by a burn. */
const caseInShort = (name: string, condition: string) => ({
  name,
  text: `select username, status, ${shownCount('report_count')} as times, ${timeInJson('reported_at')} as since,
      left(description, ${FIRST_LINES}) as "firstLines", twitter_url as "twitterUrl",
      (select count(*)::int from reports.statements stated
       where stated.report_id = report.id and published_at is not null) as statements,
      coalesce((select ${timeInJson('max(at)')} from reports.case_changes where report_id = report.id),
        ${timeInJson('reported_at')}) as "statusSince",
      coalesce(${aliasesInJson('report.id')}, '[]') as aliases,
      ${timeInJson('handle_changed_at')} as "handleChangedAt",
      case when is_removed and removal_tx_hash is not null then ${timeInJson(burnedAt)} end as "burnedAt"
    from reports.scammer_reports report
    where ${condition} and held_at is null and deleted_at is null and erased_at is null
      and (not is_removed or removal_tx_hash is not null or ${isLatelyCleared})
    order by is_removed, removal_tx_hash is not null, id desc limit 1`,
});

const findNamed = caseInShort('case in short', 'lower(username) = lower($1)');
const findRenamed = caseInShort('renamed case in short', `id in ${renamedTo('$1')}`);

const findPraise = {
  name: 'praise in short',
  text: `select (array_agg(username order by id desc))[1] as username, sum(report_count)::int as times,
      ${timeInJson('min(reported_at)')} as since, bool_or(reviewed_at is not null) as "isReviewed"
    from reports.nice_reports where lower(username) = lower($1) and held_at is null having count(*) > 0`,
};

type OnLists = Pick<SubjectAnswer, 'naughty' | 'burned' | 'nice'>;
type FoundCase = NonNullable<OnLists['naughty']> & { burnedAt: string | null };

/** What both lists say about an account, also under a name that it took later. */
export async function findAccount(db: Knex, username: string): Promise<OnLists> {
  const [[named], [nice = null]] = await Promise.all([
    selectPrepared<FoundCase>(db, findNamed, [username]),
    selectPrepared<NonNullable<OnLists['nice']>>(db, findPraise, [username]),
  ]);
  const [found] = named ? [named] : await selectPrepared<FoundCase>(db, findRenamed, [username]);
  if (!found) return { naughty: null, burned: null, nice };
  const { burnedAt: at, ...naughty } = found;
  return at
    ? { naughty: null, burned: { username: naughty.username, at }, nice }
    : { naughty, burned: null, nice };
}

const findByPost = {
  name: 'reported for a post',
  text: `select username from (
      select username, is_removed, id from reports.scammer_reports report
      where reports.post_number(twitter_url) = $1
        and held_at is null and deleted_at is null and erased_at is null
        and (not is_removed or removal_tx_hash is not null or ${isLatelyCleared})
      union all
      select username, is_removed, report.id from reports.statements stated
      join reports.scammer_reports report on report.id = stated.report_id
      where reports.post_number(stated.twitter_url) = $1 and published_at is not null
        and report.held_at is null and deleted_at is null and not is_removed
    ) found order by is_removed, id desc limit 1`,
};

/** The account that was reported for the post of this number, whatever name its address has. */
export async function findReportedFor(db: Knex, post: string): Promise<string | undefined> {
  const [found] = await selectPrepared<{ username: string }>(db, findByPost, [post.replace(/^0+/, '')]);
  return found?.username;
}
