import { STATEMENT_PAGE_MAX } from '@naughty-list/contracts/case-texts';
import type { Case, Statement } from '@naughty-list/contracts/cases';
import type { KeptPost } from '@naughty-list/contracts/kept-posts';
import type { ProvenLoss } from '@naughty-list/contracts/losses';
import type { Alias } from '@naughty-list/contracts/reports';
import { selectPrepared } from '@naughty-list/service-kit/database/database';
import type { Knex } from 'knex';
import { IN_ORDER } from '../record/independence.ts';
import { aliasesInJson, renamedTo } from '../register/aliases/repository.ts';
import { timeInJson } from '../register/lists/repository.ts';
import { privateDataIn } from '../register/reports/private-data.ts';
import { isLatelyCleared, type ReportRow, toReport } from '../register/reports/report.ts';
import { isDecided, readTraces } from '../register/traces.ts';

type Details = Pick<Case, 'changes' | 'losses' | 'reply' | 'appeal' | 'goneSince'> & {
  sameName: Case['sameName'] | null;
  otherCleared: string | null;
  keptPost: KeptPost | null;
  aliases: Alias[];
};

/** A case as the public sees it. */
export async function readCase(db: Knex, report: ReportRow): Promise<Case> {
  const [read, statements, traces] = await Promise.all([
    readDetails(db, report.id),
    readStatements(db, report.id, 0),
    readTraces(db, report.id),
  ]);
  return toCase(report, { ...read, ...traces, statements });
}

function toCase(
  report: ReportRow,
  {
    statements,
    keptPost,
    aliases,
    sameName,
    otherCleared,
    ...details
  }: Details & Pick<Case, 'statements' | 'traces' | 'sharing'>,
): Case {
  return {
    number: report.id,
    username: report.username,
    status: report.status,
    statusSince: details.changes[0]?.at ?? report.reported_at.toISOString(),
    report: { ...toReport(report), ...(aliases.length > 0 && { aliases }) },
    statements,
    ...details,
    ...(sameName && { sameName }),
    ...(otherCleared && { otherCleared }),
    ...shownPost(keptPost),
  };
}

/** The text of a deleted post, unless it has private data: no moderator has checked it. */
const shownPost = (keptPost: KeptPost | null) =>
  keptPost && !privateDataIn(keptPost.text) ? { keptPost } : {};

/** SQL: the changes of a case, newest first; `more` adds columns to the public ones. */
export const changesInJson = (report: string, more = '') => `coalesce((
  select jsonb_agg(jsonb_build_object('status', status, 'rule', rule, 'reason', reason, 'role', role, ${more}
    'at', ${timeInJson('at')}, 'period', case when period_from is not null then
      jsonb_build_object('from', period_from, 'to', period_to) end) order by id desc)
  from case_changes where report_id = ${report}), '[]')`;

/**
 * SQL: the listed cases that share a reported or later name with a case; null without any. Look-ups decide by the same rule which
 * one answers for a name (`caseUnderName`).
 */
const sameName = (reportId: string) => `(
  select jsonb_agg(shared order by (shared ->> 'isFirst')::boolean desc, (shared ->> 'number')::int) from (
    select jsonb_build_object('number', other.id, 'username', other.username, 'status', other.status,
      'reportedAt', ${timeInJson('other.reported_at')},
      'handleChangedAt', ${timeInJson('other.handle_changed_at')}, 'isFirst', (
        own.handle_changed_at is not null or own.status <> 'corroborated' and ${isDecided('other')}
      ) and other.id in ${renamedTo('own.username', { isCurrent: true })}) as shared
    from scammer_reports own join scammer_reports other on other.id <> own.id and not other.is_removed
    where own.id = ${reportId} and other.id in (
      with named as (
        select lower(username) as name from scammer_reports where id = ${reportId}
        union select lower(username) from aliases where report_id = ${reportId}
      )
      select id from named join scammer_reports on lower(username) = name
      union select report_id from named join aliases on lower(username) = name
    )
    order by other.status = 'corroborated' desc, other.id limit ${STATEMENT_PAGE_MAX}
  ) found)`;

const details = {
  name: 'details of a case',
  text: `select
     ${changesInJson('$1')} as changes,
     coalesce(reports.loss_totals($1), '[]') as losses,
     (select jsonb_build_object('body', body, 'at', ${timeInJson('written_at')}, 'proven', proven_at is not null)
      from replies join appeals on appeals.id = appeal_id
      where replies.report_id = $1 and published_at is not null and rejected_at is null) as reply,
     (select jsonb_build_object('proven', bool_or(proven_at is not null),
        'dueAt', ${timeInJson('min(due_at) filter (where proven_at is not null)')})
      from appeals where report_id = $1 and decided_at is null having count(*) > 0) as appeal,
     (select ${timeInJson('gone_at')} from kept_posts where report_id = $1 and statement_id = 0 and fetched_at is not null) as "goneSince",
     (select jsonb_build_object('text', text, 'at', ${timeInJson('fetched_at')})
      from kept_posts kept join scammer_reports report on report.id = report_id and report.twitter_url = kept.twitter_url
      where report_id = $1 and statement_id = 0 and gone_at is not null) as "keptPost",
     coalesce(${aliasesInJson('$1')}, '[]') as aliases,
     ${sameName('$1')} as "sameName",
     (select ${timeInJson('max(cleared_at)')} from scammer_reports
      where lower(username) = (select lower(username) from scammer_reports where id = $1 and not is_removed and handle_changed_at is null)
        and ${isLatelyCleared} and num_nonnulls(held_at, deleted_at, erased_at, handle_changed_at) = 0) as "otherCleared"`,
};

const readDetails = (db: Knex, reportId: number) =>
  selectPrepared<Details>(db, details, [reportId]).then(([found]) => found as Details);

const statementsAfter = {
  name: 'statements of a case',
  text: `select stated.id, stated.twitter_url, description, made_at, post_confirmed_at, reviewed_at, loss, kept.text as kept_text,
     kept.fetched_at as kept_at
   from statements stated left join kept_posts kept
     on (kept.report_id, kept.statement_id) = (stated.report_id, stated.id) and kept.twitter_url = stated.twitter_url and kept.gone_at is not null
   where stated.report_id = $1 and stated.published_at is not null
     and ($2::int = 0 or (${IN_ORDER}) > (
       select ${IN_ORDER} from statements where id = $2
     ))
   order by ${IN_ORDER} limit ${STATEMENT_PAGE_MAX}`,
};

/** Published statements after the given one, {@link IN_ORDER}. */
export const readStatements = (db: Knex, reportId: number, after: number): Promise<Statement[]> =>
  selectPrepared<ShownStatement>(db, statementsAfter, [reportId, after]).then((rows) =>
    rows.map(toStatement),
  );

export type StatementRow = {
  id: number;
  report_id: number;
  twitter_url: string;
  description: string;
  made_at: Date;
  held_at: Date | null;
  hold_reason: string | null;
  published_at: Date | null;
  rejected_at: Date | null;
  reject_reason: string | null;
  post_confirmed_at: Date | null;
  reviewed_at: Date | null;
  loss_transaction: string | null;
  /** What its transaction proves, once the chain was read. */
  loss: ProvenLoss | null;
  /** The kept text of its post, if requested. */
  kept_text?: string | null;
  kept_at?: Date | null;
};

type ShownStatement = Pick<
  StatementRow,
  | 'id'
  | 'twitter_url'
  | 'description'
  | 'made_at'
  | 'post_confirmed_at'
  | 'reviewed_at'
  | 'loss'
  | 'kept_text'
  | 'kept_at'
>;

export const toStatement = (row: ShownStatement): Statement => ({
  id: row.id,
  twitterUrl: row.twitter_url,
  description: row.description,
  madeAt: row.made_at.toISOString(),
  ...(row.loss && { loss: row.loss }),
  ...(!row.post_confirmed_at && !row.loss && { postUnconfirmed: true as const }),
  ...(row.reviewed_at && { reviewed: true as const }),
  ...shownPost(row.kept_at ? { text: row.kept_text ?? '', at: row.kept_at.toISOString() } : null),
});
