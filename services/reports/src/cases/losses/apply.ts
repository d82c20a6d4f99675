import type { JobPayload } from '@naughty-list/contracts/job';
import { type applyLossJob, lossRefusals } from '@naughty-list/contracts/losses';
import { nonTraces } from '@naughty-list/contracts/traces-in';
import { isDuplicate } from '@naughty-list/service-kit/database/database';
import type { Knex } from 'knex';
import { areRecorded, oncePublic, recordChanges } from '../../record/ledger/append.ts';
import { changedRows } from '../../record/row-leaves.ts';
import { noteHeld } from '../../register/contributions/contributions.ts';
import { isHeld, type ReportRow } from '../../register/reports/report.ts';
import { addTraces } from '../../register/traces.ts';
import type { StatementRow } from '../read-case.ts';
import { holdAboveShare } from '../submit-statement.ts';

/**
 * Publishes the statement that a transaction proves, unless its case has its share or would hold a new one, and adds
 * transaction and recipients as traces; or rejects it with the reason. A proven one that is held for another reason stays
 * held. Idempotent.
 */
export async function applyLoss(
  db: Knex,
  {
    statementId: id,
    verdict,
    holdsByRate,
  }: Pick<JobPayload<typeof applyLossJob>, 'statementId' | 'verdict'> & { holdsByRate: boolean },
): Promise<'published' | 'held' | 'rejected' | 'noted' | 'gone'> {
  return db.transaction(async (trx) => {
    const known = await trx('statements').where({ id }).first('report_id');
    // In the order in which decisions lock rows.
    const report: ReportRow | undefined = await trx('scammer_reports')
      .where({ id: known?.report_id ?? 0 })
      .forUpdate()
      .first();
    const statement: (StatementRow & { loss: unknown }) | undefined = await trx('statements')
      .where({ id, erased_at: null })
      .whereNotNull('loss_transaction')
      .forUpdate()
      .first();
    if (!report || !statement || statement.loss !== null || statement.rejected_at !== null) return 'gone';
    // Not one that was changed in the database, or was public, and is only said to wait.
    const touched = { cases: [statement.report_id], statements: [id] };
    if (!(await areRecorded(trx, [`statement ${id}`], touched))) return 'gone';
    if ((await changedRows(trx, 'statements', [id])).length > 0) return 'gone';
    const isWaiting = statement.held_at !== null && statement.hold_reason === 'loss';
    if (isWaiting && (await oncePublic(trx, 'statement', [id])).length > 0) return 'gone';
    const doubt = isWaiting ? doubtAbout(report) : undefined;
    const goesUp = isWaiting && !doubt;
    const reject = async (reason: string) => {
      // Published unproven, by an earlier release: its leaf says that it is public.
      if (statement.held_at === null) return 'noted' as const;
      await trx('statements')
        .where({ id })
        .update({ held_at: null, rejected_at: trx.fn.now(), reject_reason: reason });
      return 'rejected' as const;
    };
    if (verdict.outcome === 'refused') return reject(lossRefusals[verdict.code]);
    if (isWaiting && isClosed(report)) return reject(lossRefusals.closed);
    const { transaction, sent } = verdict.loss;
    // Another one may have stood in the database when the chain was asked.
    if (transaction !== statement.loss_transaction) return 'gone';
    const proven = {
      loss: JSON.stringify(verdict.loss),
      ...(doubt && { hold_reason: doubt }),
      ...(goesUp && { held_at: null, published_at: trx.fn.now(), reviewed_at: null }),
    };
    try {
      await trx.transaction((inner) => inner('statements').where({ id }).update(proven));
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      return reject(lossRefusals.used);
    }
    if (goesUp) await noteHeld(trx, 'statement', { ids: [id], held: false });
    const isAbove = goesUp && holdsByRate && (await holdAboveShare(trx, statement)) !== undefined;
    const traces = [
      { kind: 'transaction' as const, value: transaction },
      ...sent
        .filter(({ to }) => !nonTraces.solana?.has(to))
        .map(({ to }) => ({ kind: 'solana' as const, value: to })),
    ];
    await addTraces(trx, { reportId: statement.report_id, statementId: id }, traces);
    await recordChanges(trx, { statements: [id] }, ['statement', 'loss', 'names', 'confirmation']);
    if (!isWaiting) return 'noted';
    return doubt || isAbove ? 'held' : 'published';
  });
}

/** Whether the case takes no statements any more: a claim can wait for its transaction until an account is cleared. */
const isClosed = (report: ReportRow): boolean =>
  report.is_removed && (!isHeld(report) || report.deleted_at !== null);

/** Why a statement that is new now would wait for a moderator. */
function doubtAbout({ status, handle_changed_at }: ReportRow): 'compromised' | 'handle' | undefined {
  if (status === 'compromised') return 'compromised';
  return handle_changed_at ? 'handle' : undefined;
}
