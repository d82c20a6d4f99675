import { randomUUID } from 'node:crypto';
import { REPORTER } from '@naughty-list/contracts/audit-log';
import { caseTexts } from '@naughty-list/contracts/case-texts';
import { ownReportTexts } from '@naughty-list/contracts/own-report';
import type { Knex } from 'knex';
import { insertEntry } from '../../record/audit-entries.ts';
import { IN_ORDER } from '../../record/independence.ts';
import { areRecorded, recordChanges } from '../../record/ledger/append.ts';
import { addPlaces, swapPosts } from '../../record/post-rows.ts';
import { areOwn, lockRows } from '../../record/row-leaves.ts';
import { deleteRows, lockRow, type Operation, updateRow } from '../../record/rows.ts';
import { noteHeld } from '../../register/contributions/contributions.ts';
import { postNumberIn } from '../../register/posts/reviewed-post.ts';
import { moderatedReports } from '../../register/reports/moderated-reports.ts';
import type { ReportRow } from '../../register/reports/report.ts';
import { changeNames, forgetTraces, renewNames } from '../../register/traces.ts';
import { codeColumns, isOwnCode } from '../appeals/case-code.ts';
import type { StatementRow } from '../read-case.ts';
import { setState, stateOfStatement } from '../statement-state.ts';
import { findOwn, type Own, publishedIn, stateOfOwn, targetOf } from './own-report.ts';

/**
 * Withdraws a report or statement for its reporter, as if a moderator had taken it down; it then counts as neither true nor
 * false. Does nothing to one that is no longer public or held.
 *
 * @throws ApiError unknown_case_code
 */
export async function withdraw(db: Knex, entered: unknown): Promise<Own> {
  const known = await findOwn(db, entered);
  return db.transaction(async (trx) => {
    // All transactions lock a case before its statements.
    await trx('scammer_reports').where({ id: known.report.id }).forUpdate().first('id');
    let own = await findOwn(trx, entered);
    const state = stateOfOwn(own);
    if (state !== 'public' && state !== 'held') return own;
    const keepsPlace = own.statement ?? (state === 'public' && (await hasReply(trx, own.report.id)));
    const lead = keepsPlace ? undefined : await replaceLead(trx, own.report);
    if (lead) own = await findOwn(trx, entered);
    const operation = { operationId: randomUUID(), who: REPORTER };
    await (own.statement
      ? takeStatement(trx, { ...own, isLed: lead?.isRecorded === true }, operation)
      : takeReport(trx, own.report, operation));
    await trx('report_codes').where({ code_hash: own.codeHash }).update({ withdrawn_at: trx.fn.now() });
    return findOwn(trx, entered);
  });
}

/** The account replied to this report: another one in its place would make the reply say anything. */
async function hasReply(trx: Knex, reportId: number): Promise<boolean> {
  await lockRows(trx, 'replies', [reportId]);
  const reply = await trx('replies').where({ report_id: reportId, rejected_at: null }).first('report_id');
  return reply !== undefined || !(await areOwn(trx, 'replies', [reportId]));
}

async function takeStatement(
  trx: Knex.Transaction,
  { statement, report, isLed }: Own & { isLed: boolean },
  operation: Operation,
): Promise<void> {
  if (!statement) return;
  const from = stateOfStatement(statement);
  const reason = ownReportTexts.statementWithdrawn;
  const isReviewed = statement.reviewed_at !== null;
  await setState(trx, { id: statement.id, from, to: 'rejected', reason, isReviewed, isLed });
  // It was the report until now.
  if (isLed) await recordChanges(trx, { cases: [report.id] }, newLead);
  // No moderator found it false.
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

/**
 * Makes a statement the report of its case, the lead: the two change places, with the data of their reporters. The lead is the
 * first public statement with a post, in the order of the page; in a reviewed case, the first that a moderator has read.
 * Without a public statement, it is the first held one, as a held report, so that it stays with the desk; but not with
 * `toPublic` or in a reviewed case. Returns the id under which the report is a statement now, and whether the change may be
 * recorded; undefined without a lead. The case keeps its number and time.
 */
export async function replaceLead(
  trx: Knex,
  report: ReportRow,
  { toPublic = false } = {},
): Promise<{ id: number; isRecorded: boolean } | undefined> {
  const reportId = report.id;
  const publicLead = await publishedIn(trx, reportId).first('id');
  if (!publicLead && (toPublic || report.status !== 'unreviewed')) return undefined;
  const lead: StatementRow | undefined = await (publicLead ? publishedIn : heldIn)(trx, reportId)
    .whereNull('loss_transaction')
    .where((one) => publicLead && report.status !== 'unreviewed' && one.whereNotNull('reviewed_at'))
    .orderByRaw(publicLead ? IN_ORDER : `(hold_reason = 'same_post') is true desc, ${IN_ORDER}`)
    .first();
  if (!lead) return undefined;
  const isRecorded = await swapLead(trx, report, lead);
  // The category was the old report's.
  if (publicLead) await trx('scammer_reports').where({ id: reportId }).update({ scam_category: 'other' });
  return { id: lead.id, isRecorded };
}

/**
 * Swaps a report and a statement of its case; a held statement becomes a held report, unless only the report's post held it. Swapping twice restores both. Returns
 * whether both match the log: otherwise the change is not recorded, so that the audit reports it.
 */
export async function swapLead(
  trx: Knex,
  { id: reportId }: ReportRow,
  { id }: StatementRow,
): Promise<boolean> {
  const posts = { posts: [reportId], statementPosts: [id] };
  await addPlaces(trx, reportId, id);
  const isRecorded = await areRecorded(
    trx,
    [...[`report ${reportId}`, `post ${reportId}`], ...[`statement ${id}`, `post-of-statement ${id}`]],
    { cases: [reportId], statements: [id], ...posts },
  );
  const [report]: ReportRow[] = await trx('scammer_reports').where({ id: reportId });
  const [lead]: StatementRow[] = await trx('statements').where({ id });
  if (!report || !lead) return false;
  const contentOf = (row: ReportRow | StatementRow) => ({
    twitter_url: row.twitter_url,
    description: row.description,
    post_confirmed_at: row.post_confirmed_at,
    hold_reason: row.hold_reason,
  });
  await trx('statements').where({ id: lead.id }).update(contentOf(report));
  await trx('scammer_reports')
    .where({ id: reportId })
    .update({ ...contentOf(lead), tweet_content: null, tweet_date: null, evidence_urls: [] });
  const waitedForPost =
    !report.is_removed &&
    lead.hold_reason === 'same_post' &&
    postNumberIn(lead.twitter_url) === postNumberIn(report.twitter_url) &&
    !(await findRejected(trx, reportId));
  if (lead.held_at && !waitedForPost) await hold(trx, reportId, lead);
  await swapReporters(trx, reportId, lead.id);
  // Held for nothing but the post, which the withdrawn report had: a scammer would otherwise report himself first.
  if (waitedForPost) await noteHeld(trx, 'report', { ids: [reportId], held: false });
  await swapTraces(trx, reportId, lead.id);
  await swapPosts(trx, reportId, lead.id);
  if (isRecorded) await recordChanges(trx, posts, ['post', 'gone']);
  return isRecorded;
}

/** A statement that a moderator rejected: another one with its post stays with the desk. */
const findRejected = (trx: Knex, reportId: number) =>
  trx('statements')
    .where({ report_id: reportId })
    .whereNotNull('rejected_at')
    .whereRaw('reject_reason is distinct from ?', [ownReportTexts.statementWithdrawn])
    .first('id');

/** Swaps contributions and codes; valid codes stay valid. */
async function swapReporters(trx: Knex, reportId: number, leadId: number): Promise<void> {
  const report = { kind: 'report', id: reportId } as const;
  const statement = { kind: 'statement', id: leadId } as const;
  const both = [report, statement].map(({ kind, id }) => [kind, id]);
  for (const table of ['contributions', 'report_codes']) {
    const rows = await trx(table).whereIn(['kind', 'subject_id'], both).delete().returning('*');
    const swapped = rows.map((row) => {
      const [from, to] = row.kind === 'report' ? [report, statement] : [statement, report];
      const isOwn = row.code_hash && isOwnCode(trx, row, targetOf(from));
      return {
        ...row,
        kind: to.kind,
        subject_id: to.id,
        ...(isOwn && codeColumns(trx, row.code_hash, targetOf(to))),
      };
    });
    if (swapped.length > 0) await trx(table).insert(swapped);
  }
  await trx('contributions').where({ kind: 'statement', subject_id: leadId }).update({ source: null });
}

async function swapTraces(trx: Knex, reportId: number, leadId: number): Promise<void> {
  await changeNames(trx, 'traces', [reportId], async () => {
    const traces: { statement_id: number }[] = await trx('traces')
      .where({ report_id: reportId })
      .whereIn('statement_id', [0, leadId])
      .delete()
      .returning('*');
    const swapped = traces.map((trace) => ({
      ...trace,
      statement_id: trace.statement_id === 0 ? leadId : 0,
    }));
    if (swapped.length > 0) await trx('traces').insert(swapped);
  });
  await renewNames(trx, [reportId]);
}

/** The changes of a case that gets another lead. */
export const newLead = [
  'report',
  'text',
  'link',
  'moved',
  'lead',
  'category',
  'names',
  'confirmation',
] as const;

const heldIn = (trx: Knex, reportId: number) =>
  trx('statements').where({ report_id: reportId }).whereNotNull('held_at');

const hold = (trx: Knex, id: number, { held_at, hold_reason }: StatementRow) =>
  trx('scammer_reports').where({ id }).update({ is_removed: true, held_at, hold_reason });

/**
 * Deletes the report if its case is unreviewed and has no other statements; otherwise withdraws only its text. A scammer who
 * reports himself first must not be able to delete a moderator's decision, nor an enemy to end a dispute by reporting again.
 * Proven losses keep the case; with a waiting loss only, it is held.
 */
async function takeReport(trx: Knex.Transaction, report: ReportRow, operation: Operation): Promise<void> {
  const { id } = report;
  const statements: number[] = await trx('statements').where({ report_id: id }).pluck('id');
  const subjects = [`report ${id}`, ...statements.map((each) => `statement ${each}`)];
  const isRecorded = await areRecorded(trx, subjects, { cases: [id], statements });
  let isHeld = false;
  if (isRecorded && report.status === 'unreviewed' && !(await publishedIn(trx, id).first('id'))) {
    const waiting: StatementRow | undefined = await heldIn(trx, id).orderBy('id').first();
    if (!waiting) {
      await deleteRows(trx, moderatedReports, { ids: [id], ...operation });
      return;
    }
    await hold(trx, id, waiting);
    isHeld = true;
  }
  const before = await lockRow<ReportRow>(trx, moderatedReports, id);
  await trx('scammer_reports').where({ id }).update({ evidence_urls: [] });
  const after = await updateRow<ReportRow>(trx, moderatedReports, {
    id,
    description: caseTexts.withdrawn,
  });
  if (!before || !after) return;
  await forgetTraces(trx, id);
  await noteTaken(trx, 'report', id);
  await recordChanges(trx, { cases: [id] }, [
    'text',
    'lead',
    'names',
    ...(isHeld ? (['report'] as const) : []),
  ]);
  await insertEntry(trx, {
    ...operation,
    action: 'edit',
    subject: 'scammer_report',
    row: report,
    before: before.stored,
    after: after.stored,
  });
}

/** A withdrawn entry says nothing about its reporter, and still counts towards the share of its network. */
const noteTaken = (trx: Knex, kind: Own['kind'], id: number) =>
  trx('contributions').where({ kind, subject_id: id }).update({ overturned_at: null, held: true });
