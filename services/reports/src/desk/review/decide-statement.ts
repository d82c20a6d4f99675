import { ApiError } from '@naughty-list/contracts/errors';
import { ownReportTexts } from '@naughty-list/contracts/own-report';
import { reviewTexts } from '@naughty-list/contracts/review';
import type { Knex } from 'knex';
import type { StatementRow } from '../../cases/read-case.ts';
import { type StatementState as State, setState, stateOfStatement } from '../../cases/statement-state.ts';
import { insertEntry } from '../../record/audit-entries.ts';
import { type LimitedOperation, requireWithinLimit } from '../moderation/decision-limit.ts';

/** The result of each decision, and the states it applies to. */
const decisions = {
  publish: { from: ['held', 'published'], to: 'published' },
  reject: { from: ['held', 'published'], to: 'rejected' },
  hold: { from: ['published', 'rejected'], to: 'held' },
} as const satisfies Record<string, { from: readonly State[]; to: State }>;

export type StatementDecision = LimitedOperation & {
  id: number;
  decision: keyof typeof decisions;
  reason: string;
  seen?: State | undefined;
};

/**
 * Publishes, rejects or holds a statement, unless it was withdrawn; increments the version of its case and returns its number. Publishing a
 * published one marks it as read, once; rejecting one counts it as false. Locks the case first, as adding a statement does.
 *
 * @throws ApiError not_found, changed_meanwhile, post_already_stated
 */
export async function decideStatement(db: Knex, request: StatementDecision): Promise<number> {
  const { id, decision, reason, seen, ...operation } = request;
  const { from, to } = decisions[decision];
  const known = await db('statements').where({ id, erased_at: null }).first('report_id');
  if (!known) throw new ApiError('not_found', reviewTexts.unknownStatement);
  return db.transaction(async (trx) => {
    const isPublic = await trx('statements').where({ id }).whereNotNull('published_at').first('id');
    await requireWithinLimit(trx, operation, isPublic && to === 'rejected' ? 1 : 0);
    const [report]: { id: number; username: string }[] = await trx('scammer_reports')
      .where({ id: known.report_id, deleted_at: null, erased_at: null })
      .update({ version: trx.raw('version + 1') })
      .returning(['id', 'username']);
    const statement: StatementRow | undefined = await trx('statements')
      .where({ id, erased_at: null })
      .forUpdate()
      .first();
    if (!report || !statement) throw new ApiError('not_found', reviewTexts.unknownStatement);
    const state: State = stateOfStatement(statement);
    const isRead = to === 'published' && statement.reviewed_at !== null;
    const isWithdrawn = statement.reject_reason === ownReportTexts.statementWithdrawn;
    if (!(from as readonly State[]).includes(state) || (seen && seen !== state) || isRead || isWithdrawn)
      throw new ApiError('changed_meanwhile', reviewTexts.decidedMeanwhile);
    // What the chain refuses would be public, and keep the wallet that paid from stating it.
    if (to === 'published' && statement.loss_transaction && !statement.loss)
      throw new ApiError('changed_meanwhile', reviewTexts.lossUnproven);
    await setState(trx, { id, from: state, to, reason, isReviewed: to === 'published' });
    const { operationId, who } = operation;
    await insertEntry(trx, {
      operationId,
      who,
      action: 'decide_statement',
      subject: 'scammer_report',
      row: report,
      details: { statement: String(id), decision, was: state, ...(reason && { reason }) },
    });
    return report.id;
  });
}
