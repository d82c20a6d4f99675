import { ApiError } from '@naughty-list/contracts/errors';
import { type ReviewedStatement, reviewTexts } from '@naughty-list/contracts/review';
import type { Knex } from 'knex';
import { insertEntry } from '../audit-log/repository.ts';
import type { StatementRow } from '../cases/read-case.ts';
import type { Operation } from '../moderation/repository.ts';
import { stateOfStatement } from './read-reviewed-case.ts';

type State = ReviewedStatement['state'];

/** The result of each decision, and the states it applies to. */
const decisions = {
  publish: { from: ['held'], to: 'published' },
  reject: { from: ['held', 'published'], to: 'rejected' },
  hold: { from: ['published', 'rejected'], to: 'held' },
} as const satisfies Record<string, { from: readonly State[]; to: State }>;

export type StatementDecision = Operation & {
  id: number;
  decision: keyof typeof decisions;
  reason: string;
  seen?: State | undefined;
};

/**
 * Publishes, rejects or holds a statement; returns the number of its case and raises the case's version. Rejecting a
 * published statement counts it as false. Locks the case first, as adding a statement does.
 *
 * @throws ApiError not_found, changed_meanwhile
 */
export async function decideStatement(db: Knex, request: StatementDecision): Promise<number> {
  const { id, decision, reason, seen, ...operation } = request;
  const { from, to } = decisions[decision];
  const known = await db('statements').where({ id, erased_at: null }).first('report_id');
  if (!known) throw new ApiError('not_found', reviewTexts.unknownStatement);
  return db.transaction(async (trx) => {
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
    if (!(from as readonly State[]).includes(state) || (seen && seen !== state))
      throw new ApiError('changed_meanwhile', reviewTexts.decidedMeanwhile);
    await trx('statements')
      .where({ id })
      .update({
        held_at: to === 'held' ? trx.fn.now() : null,
        published_at: to === 'published' ? trx.fn.now() : null,
        rejected_at: to === 'rejected' ? trx.fn.now() : null,
        reject_reason: to === 'rejected' ? reason : null,
      });
    await trx('contributions')
      .where({ kind: 'statement', subject_id: id })
      .update({ overturned_at: state === 'published' && to === 'rejected' ? trx.fn.now() : null });
    await insertEntry(trx, {
      ...operation,
      action: 'decide_statement',
      subject: 'scammer_report',
      row: report,
      details: { statement: String(id), decision, ...(reason && { reason }) },
    });
    return report.id;
  });
}
