import type { ClaimEnd, ClaimVerdict } from '@naughty-list/payment-claims/claim';
import { endClaim, lockPendingClaim } from '@naughty-list/payment-claims/claim-table';
import type { Knex } from 'knex';
import { withdrawAppeals } from '../appeals/decide.ts';
import { removeReport } from '../reports/repository.ts';
import { removalClaims, removalEnd } from './claim.ts';

/**
 * Carries a verdict out, in one transaction and once: the claim ends, and an accepted one takes its report off the list, or
 * keeps it off should it be restored, and ends the report's appeals. Undefined when there is no pending claim of that id: it is decided already, or was
 * never made here. Locks the claim before the report, as all transactions do.
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
