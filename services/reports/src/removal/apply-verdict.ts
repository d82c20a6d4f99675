import { applyOnce } from '@naughty-list/payment-flow/apply-verdict';
import type { Claim, ClaimEnd, ClaimVerdict } from '@naughty-list/payment-flow/claim';
import type { Knex } from 'knex';
import { withdrawAppeals } from '../appeals/decide.ts';
import { recordChanges } from '../ledger/append.ts';
import { removeReport } from '../reports/repository.ts';
import { removalClaims, removalEnd } from './claim.ts';

/**
 * Applies a verdict once: a payment that is accepted and whole takes the report off the list (or keeps it off if a deletion is undone
 * later) and ends its appeals.
 */
export async function applyVerdict(
  db: Knex,
  verdict: ClaimVerdict,
): Promise<ClaimEnd<'removed'> | undefined> {
  return db.transaction(async (trx) => {
    const applied = await applyOnce(trx, removalClaims, verdict, {
      take: takeEffect,
      end: (tookEffect) => removalEnd(verdict, tookEffect),
    });
    // What was burned stands in the claims once these ended.
    if (applied?.result !== undefined) await recordChanges(trx, { cases: [applied.result] });
    return applied?.end;
  });
}

/** Takes the report off the list; undefined if it was off. */
export async function takeEffect(
  trx: Knex.Transaction,
  { subject: reportId, signature }: Claim<number, 'removed'>,
): Promise<number | undefined> {
  if (reportId === null || !(await removeReport(trx, reportId, signature))) return undefined;
  await withdrawAppeals(trx, reportId);
  return reportId;
}
