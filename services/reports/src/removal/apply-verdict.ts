import type { ClaimEnd, ClaimVerdict } from '@naughty-list/payment-claims/claim';
import { endClaim, lockPendingClaim } from '@naughty-list/payment-claims/claim-table';
import type { Knex } from 'knex';
import { withdrawAppeals } from '../appeals/decide.ts';
import { removeReport } from '../reports/repository.ts';
import { removalClaims, removalEnd } from './claim.ts';

/**
 * Applies a verdict once, in one transaction: ends the claim and, if accepted, takes the report off the list (or keeps
 * it off if a deletion is undone later) and ends its appeals. Undefined if no claim of that id is pending: it is
 * decided already, or was never made here. Locks the claim before the report, as every transaction does.
 */
export async function applyVerdict(
  db: Knex,
  verdict: ClaimVerdict,
): Promise<ClaimEnd<'removed'> | undefined> {
  return db.transaction(async (trx) => {
    const claim = await lockPendingClaim(trx, removalClaims, verdict.id);
    if (!claim) return undefined;
    const { subject: reportId, signature } = claim;
    const isRemoved =
      verdict.outcome === 'accepted' && reportId !== null && (await removeReport(trx, reportId, signature));
    if (isRemoved && reportId !== null) await withdrawAppeals(trx, reportId);
    const end = removalEnd(verdict, isRemoved);
    await endClaim(trx, removalClaims, { verdict, end });
    return end;
  });
}
