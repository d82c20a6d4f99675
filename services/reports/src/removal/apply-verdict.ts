import type { Knex } from 'knex';
import { removeReport } from '../reports/repository.ts';
import { type ClaimEnd, type ClaimVerdict, endOf } from './claim.ts';
import { endClaim, lockPendingClaim } from './repository.ts';

/**
 * Carries a verdict out, in one transaction and once: the claim ends, and an accepted one takes its report off the
 * list. Answers nothing when there is no pending claim of that id: it is decided already, or was never made here.
 */
export async function applyVerdict(db: Knex, verdict: ClaimVerdict): Promise<ClaimEnd | undefined> {
  return db.transaction(async (trx) => {
    const claim = await lockPendingClaim(trx, verdict.id);
    if (!claim) return undefined;
    const { reportId, signature } = claim;
    const removed =
      verdict.outcome === 'accepted' && reportId !== null && (await removeReport(trx, reportId, signature));
    const end = endOf(verdict, removed);
    await endClaim(trx, verdict, end);
    return end;
  });
}
