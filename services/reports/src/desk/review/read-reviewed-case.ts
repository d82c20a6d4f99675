import { ApiError } from '@naughty-list/contracts/errors';
import type { Alias } from '@naughty-list/contracts/reports';
import {
  REVIEWED_APPEALS_MAX,
  REVIEWED_STATEMENTS_MAX,
  type ReviewedCase,
  type ReviewedStatement,
  reviewTexts,
} from '@naughty-list/contracts/review';
import type { Knex } from 'knex';
import { readAppealsOfCase } from '../../cases/appeals/appeal.ts';
import { changesInJson, type StatementRow, toStatement } from '../../cases/read-case.ts';
import { stateOfStatement } from '../../cases/statement-state.ts';
import { readIndependence } from '../../record/independence.ts';
import { aliasesInJson } from '../../register/aliases/repository.ts';
import { timeInJson } from '../../register/lists/repository.ts';
import { holdPrivateData } from '../../register/reports/private-data.ts';
import { isHeld, type ReportRow, toAdminReport } from '../../register/reports/report.ts';

type TrackRecord = ReviewedStatement['reporter'];
type Details = Pick<ReviewedCase, 'reporter' | 'statementCount' | 'reply' | 'changes'> & {
  aliases: Alias[] | null;
};

/**
 * Everything about a case, including held, deleted and removed entries.
 *
 * @throws ApiError not_found when there is no such report, or it was erased
 */
export async function readReviewedCase(db: Knex, id: number): Promise<ReviewedCase> {
  const report: ReportRow | undefined = await db('scammer_reports').where({ id, erased_at: null }).first();
  if (!report) throw new ApiError('not_found', reviewTexts.unknownCase);
  const [{ aliases, ...details }, statements, independence, appeals] = await Promise.all([
    readDetails(db, id),
    readStatements(db, id),
    readIndependence(db, id),
    readAppealsOfCase(db, id, { max: REVIEWED_APPEALS_MAX }),
  ]);
  const { reply } = details;
  const holdReason = (reply && !reply.published && holdPrivateData(reply.body).holdReason) || null;
  return {
    version: report.version,
    status: report.status,
    report: { ...toAdminReport(report), ...(aliases && { aliases }) },
    state: stateOf(report),
    holdReason: report.hold_reason,
    statements,
    independence,
    appeals,
    ...details,
    reply: reply && { ...reply, holdReason },
  };
}

function stateOf(report: ReportRow): ReviewedCase['state'] {
  if (report.deleted_at) return 'deleted';
  if (isHeld(report)) return 'held';
  if (!report.is_removed) return 'listed';
  return report.cleared_at && !report.removal_tx_hash ? 'cleared' : 'removed';
}

/** SQL: the reporter's other contributions, and how many of them were overturned. */
const trackRecordOf = (kind: 'report' | 'statement', id: string) => `(
  select jsonb_build_object('others', count(other.reporter_key)::int, 'overturned', count(other.overturned_at)::int)
  from contributions own left join contributions other
    on other.reporter_key = own.reporter_key and (other.kind, other.subject_id) <> (own.kind, own.subject_id)
  where own.kind = '${kind}' and own.subject_id = ${id} having count(own.kind) > 0)`;

async function readDetails(db: Knex, reportId: number): Promise<Details> {
  const { rows } = await db.raw<{ rows: Details[] }>(
    `select ${trackRecordOf('report', ':reportId')} as reporter,
       (select count(*)::int from statements where report_id = :reportId) as "statementCount",
       ${aliasesInJson(':reportId')} as aliases,
       (select jsonb_build_object('body', body, 'contradicts', contradicts, 'published', published_at is not null,
          'at', ${timeInJson('written_at')}, 'proven', proven_at is not null)
        from replies join appeals on appeals.id = appeal_id where replies.report_id = :reportId and rejected_at is null) as reply,
       ${changesInJson(':reportId', "'who', who, 'appealId', appeal_id,")} as changes`,
    { reportId },
  );
  return rows[0] as Details;
}

/** Waiting statements first, as in the queue, then unread ones, from both ends in turn, so that a flood hides neither earlier nor later ones. */
async function readStatements(db: Knex, reportId: number): Promise<ReviewedStatement[]> {
  const { rows } = await db.raw<{ rows: (StatementRow & { reporter: TrackRecord })[] }>(
    `select *, ${trackRecordOf('statement', 'statements.id')} as reporter from (
       select each.*, is_unread, least(row_number() over (partition by is_unread order by id),
         row_number() over (partition by is_unread order by id desc)) as from_end,
         case when held_at is not null then
           count(*) over (partition by held_at is null, coalesce(network_key, id::text)) end as crowd
       from statements each left join contributions on kind = 'statement' and subject_id = id,
         lateral (select published_at is not null and reviewed_at is null as is_unread) state
       where report_id = :reportId and erased_at is null
     ) statements
     order by crowd, held_at, case when held_at is not null then id end, is_unread desc, from_end, id desc
     limit ${REVIEWED_STATEMENTS_MAX}`,
    { reportId },
  );
  return rows.map((row) => ({
    ...toStatement(row),
    state: stateOfStatement(row),
    holdReason: row.hold_reason,
    isReviewed: row.reviewed_at !== null,
    reporter: row.reporter,
  }));
}
