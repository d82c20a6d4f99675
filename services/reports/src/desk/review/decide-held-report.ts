import { ApiError } from '@naughty-list/contracts/errors';
import { reviewTexts } from '@naughty-list/contracts/review';
import type { Knex } from 'knex';
import { replaceLead } from '../../cases/own-reports/withdraw.ts';
import { setState } from '../../cases/statement-state.ts';
import { countOperations, findLastEntry, insertEntry } from '../../record/audit-entries.ts';
import type { Stored } from '../../record/entity.ts';
import { recordChanges } from '../../record/ledger/append.ts';
import { deleteRows, lockRow, retryOnConflict } from '../../record/rows.ts';
import { noteHeld } from '../../register/contributions/contributions.ts';
import { moderatedReports } from '../../register/reports/moderated-reports.ts';
import { refusals, refused } from '../../register/reports/refusals.ts';
import { isHeld, type ReportRow } from '../../register/reports/report.ts';
import { undoOperation } from '../audit-log/undo.ts';
import { type LimitedOperation, requireWithinLimit } from '../moderation/decision-limit.ts';
import { publishHeld } from '../moderation/publish.ts';

type Request = LimitedOperation & { id: number };

/**
 * Publishes a held report; rejects it (a deletion, which admins can undo, or if a statement waits in its case, that one
 * becomes the report); or holds it again, which undoes the moderator's own last decision.
 *
 * @throws ApiError not_found, changed_meanwhile, username_already_listed, post_already_removed, post_already_reviewed
 */
export async function decideHeldReport(
  db: Knex,
  { decision, ...request }: Request & { decision: 'publish' | 'reject' | 'hold' },
): Promise<void> {
  const decide = { publish: publishOne, reject, hold: undoOwn }[decision];
  await decide(db, request);
}

async function publishOne(db: Knex, { id, ...operation }: Request): Promise<void> {
  const { published, notPublished } = await retryOnConflict(() =>
    db.transaction(async (trx) => {
      await requireWithinLimit(trx, operation, 0);
      return publishHeld(trx, { ids: [id], ...operation });
    }),
  );
  if (published.length > 0) return;
  const [left] = notPublished;
  const row: ReportRow | undefined = await db('scammer_reports').where({ id }).first();
  if (!left || !row) throw new ApiError('not_found', reviewTexts.unknownCase);
  if (!isHeld(row)) throw new ApiError('changed_meanwhile', reviewTexts.decidedMeanwhile);
  for (const refusal of ['post-removed', 'post-reviewed'] as const)
    if (left.message === refusals[refusal]) throw refused(refusal);
  throw new ApiError('username_already_listed', left.message, { existingUsername: left.username });
}

async function reject(db: Knex, { id, ...operation }: Request): Promise<void> {
  await db.transaction(async (trx) => {
    await requireWithinLimit(trx, operation, 0);
    const locked = await lockRow<ReportRow>(trx, moderatedReports, id);
    if (!locked) throw new ApiError('not_found', reviewTexts.unknownCase);
    if (!isHeld(locked.row)) throw new ApiError('changed_meanwhile', reviewTexts.decidedMeanwhile);
    const lead = await replaceLead(trx, locked.row);
    if (lead === undefined) {
      await deleteRows(trx, moderatedReports, { ids: [id], ...operation });
      return;
    }
    // Statements that wait in its case are not rejected with it.
    await setState(trx, {
      id: lead.id,
      from: 'held',
      to: 'rejected',
      reason: null,
      isReviewed: false,
      isLed: lead.isRecorded,
    });
    await insertEntry(trx, {
      ...operation,
      action: 'decide_statement',
      subject: 'scammer_report',
      row: locked.row,
      details: { statement: String(lead.id), decision: 'reject', was: 'held', led: 'true' },
    });
  });
}

async function undoOwn(db: Knex, { id, ...operation }: Request): Promise<void> {
  const report: ReportRow | undefined = await db('scammer_reports').where({ id, erased_at: null }).first();
  if (!report) throw new ApiError('not_found', reviewTexts.unknownCase);
  const last = await findLastEntry(db, id);
  const size = last && (await countOperations(db, [last.operation_id])).get(last.operation_id)?.size;
  if (last?.who !== operation.who || size !== 1)
    throw new ApiError('changed_meanwhile', reviewTexts.notYours);
  if ((last.action === 'delete' || last.action === 'decide_statement') && report.held_at) {
    await undoOperation(db, { operationId: last.operation_id, who: operation.who, role: 'moderator' });
    return;
  }
  if (last.action !== 'publish') throw new ApiError('changed_meanwhile', reviewTexts.notYours);
  await db.transaction((trx) => holdAgain(trx, { id, ...operation }));
}

async function holdAgain(trx: Knex, { id, ...operation }: Request): Promise<void> {
  const before = await lockRow<ReportRow>(trx, moderatedReports, id);
  const [after]: (ReportRow & { stored: Stored })[] = await trx('scammer_reports as report')
    .where({ id, is_removed: false, status: 'unreviewed' })
    .update({ is_removed: true, held_at: trx.fn.now(), version: trx.raw('version + 1') })
    .returning(['*', trx.raw('to_jsonb(report) as stored')]);
  if (!before || !after) throw new ApiError('changed_meanwhile', reviewTexts.notYours);
  await noteHeld(trx, 'report', { ids: [id], held: true });
  await recordChanges(trx, { cases: [id] }, ['report']);
  await insertEntry(trx, {
    ...operation,
    action: 'hold',
    subject: 'scammer_report',
    row: after,
    before: before.stored,
    after: after.stored,
  });
}
