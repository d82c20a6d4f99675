import { randomUUID } from 'node:crypto';
import { ownReportTexts } from '@naughty-list/contracts/own-report';
import type { Knex } from 'knex';
import { insertEntry } from '../audit-log/repository.ts';
import { recordChanges } from '../ledger/append.ts';
import { deleteRows, lockRow, type Operation, updateRow } from '../moderation/repository.ts';
import { moderatedReports } from '../reports/moderated-reports.ts';
import type { ReportRow } from '../reports/report.ts';
import { setState, stateOfStatement } from '../review/statement-state.ts';
import { forgetTraces } from '../traces/repository.ts';
import { findOwn, type Own, publishedIn, stateOfOwn } from './own-report.ts';

/** Who did it in the audit log; no moderator can have a name with a space. */
const REPORTER = 'the reporter';

/**
 * Withdraws a report or statement for its reporter: it goes as if a moderator had taken it down, and counts as neither
 * true nor false. What is public no more stays as it is.
 *
 * @throws ApiError unknown_case_code
 */
export async function withdraw(db: Knex, entered: unknown): Promise<Own> {
  const known = await findOwn(db, entered);
  return db.transaction(async (trx) => {
    // A case before its statements, as everywhere.
    await trx('scammer_reports').where({ id: known.report.id }).forUpdate().first('id');
    const own = await findOwn(trx, entered);
    const state = stateOfOwn(own);
    if (state !== 'public' && state !== 'held') return own;
    const operation = { operationId: randomUUID(), who: REPORTER };
    await (own.statement ? takeStatement(trx, own, operation) : takeReport(trx, own.report, operation));
    await trx('report_codes')
      .where({ kind: own.kind, subject_id: own.id })
      .update({ withdrawn_at: trx.fn.now() });
    return findOwn(trx, entered);
  });
}

async function takeStatement(
  trx: Knex.Transaction,
  { statement, report }: Own,
  operation: Operation,
): Promise<void> {
  if (!statement) return;
  const from = stateOfStatement(statement);
  await setState(trx, { id: statement.id, from, to: 'rejected', reason: ownReportTexts.statementWithdrawn });
  // Nobody found it false.
  await noteTaken(trx, 'statement', statement.id);
  await trx('scammer_reports').where({ id: report.id }).increment('version', 1);
  await insertEntry(trx, {
    ...operation,
    action: 'decide_statement',
    subject: 'scammer_report',
    row: report,
    details: { statement: String(statement.id), decision: 'reject', was: from },
  });
}

/** Without statements of others the case goes; with them it stays, so that its first reporter cannot take theirs away. */
async function takeReport(trx: Knex.Transaction, report: ReportRow, operation: Operation): Promise<void> {
  const { id } = report;
  if (!(await publishedIn(trx, id).first('id'))) {
    await deleteRows(trx, moderatedReports, { ids: [id], ...operation });
    return;
  }
  const before = await lockRow<ReportRow>(trx, moderatedReports, id);
  await trx('scammer_reports').where({ id }).update({ evidence_urls: [] });
  const after = await updateRow<ReportRow>(trx, moderatedReports, {
    id,
    description: ownReportTexts.withdrawn,
  });
  if (!before || !after) return;
  await forgetTraces(trx, { reportId: id });
  await noteTaken(trx, 'report', id);
  await recordChanges(trx, { cases: [id] });
  await insertEntry(trx, {
    ...operation,
    action: 'edit',
    subject: 'scammer_report',
    row: report,
    before: before.stored,
    after: after.stored,
  });
}

/** What was withdrawn says nothing about its reporter, and frees nothing of the share of its network. */
const noteTaken = (trx: Knex, kind: Own['kind'], id: number) =>
  trx('contributions').where({ kind, subject_id: id }).update({ overturned_at: null, held: true });
