import type { FoundPayment } from '@naughty-list/contracts/found-payments';
import { openClaim } from '@naughty-list/payment-claims/open';
import { sendClaim } from '@naughty-list/payment-claims/send';
import type { Queues } from '@naughty-list/service-kit/queues';
import type { Knex } from 'knex';
import { isPayable } from '../reports/report.ts';
import { removalClaims } from './claim.ts';
import { removalDemand } from './demand.ts';
import { findPayableByReference } from './repository.ts';

/**
 * Claims a transaction for the report whose reference it names, where that report is not removed and nobody has claimed the
 * same before. Answers the claim's id; nothing where there was nothing to do. Throws when the queue cannot be reached; the
 * claim is written down by then, and the sweep sends it.
 */
export async function settleFoundPayment(
  db: Knex,
  queues: Pick<Queues, 'add'>,
  found: FoundPayment & { minimumTokens: string; dueInMs: number },
): Promise<string | undefined> {
  const { signature, reference, requestId = null, minimumTokens, dueInMs } = found;
  const report = await findPayableByReference(db, reference);
  if (!report) return undefined;
  const opened = await openClaim(db, removalClaims, {
    idPrefix: 'removal',
    subject: report.id,
    signature,
    requestId,
    dueInMs,
    mayOpen: isPayable(report),
  });
  if (opened?.outcome !== 'opened') return undefined;
  await sendClaim(queues, opened.claim, removalDemand(report, minimumTokens));
  return opened.claim.id;
}
