import type { ClaimEnd, ClaimVerdict } from '@naughty-list/payment-claims/claim';
import { endClaim, lockPendingClaim } from '@naughty-list/payment-claims/claim-table';
import type { Knex } from 'knex';
import { removeReport } from '../reports/repository.ts';
import { removalClaims, removalEnd } from './claim.ts';
import { removeAtOnce } from './repository.ts';

/**
 * Carries a verdict out, in one transaction (of one statement, where all is as it mostly is) and once: the claim ends, and an accepted one takes its report off the
 * list, or keeps it off should it be restored. Answers nothing when there is no pending claim of that id: it is decided already, or was never made here.
 */
export async function applyVerdict(
  db: Knex,
  verdict: ClaimVerdict,
): Promise<ClaimEnd<'removed'> | undefined> {
  if (verdict.outcome === 'accepted' && (await removeAtOnce(db, verdict))) return { status: 'removed' };
  return carryOut(db, verdict);
}

/** The same, whatever became of claim and report: step by step. */
export async function carryOut(db: Knex, verdict: ClaimVerdict): Promise<ClaimEnd<'removed'> | undefined> {
  return db.transaction(async (trx) => {
    const claim = await lockPendingClaim(trx, removalClaims, verdict.id);
    if (!claim) return undefined;
    const { subject: reportId, signature } = claim;
    const removed =
      verdict.outcome === 'accepted' && reportId !== null && (await removeReport(trx, reportId, signature));
    const end = removalEnd(verdict, removed);
    await endClaim(trx, removalClaims, { verdict, end });
    return end;
  });
}
