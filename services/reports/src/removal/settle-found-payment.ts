import type { FoundPayment } from '@naughty-list/contracts/found-payments';
import { openClaim } from '@naughty-list/payment-claims/open';
import { sendClaim } from '@naughty-list/payment-claims/send';
import type { Queues } from '@naughty-list/service-kit/jobs/queues';
import type { Knex } from 'knex';
import { isPayable } from '../reports/report.ts';
import { removalClaims } from './claim.ts';
import { removalDemand } from './demand.ts';
import { findPayableByReference } from './repository.ts';

/**
 * Claims a found payment for the report whose reference it names, unless the report is already removed or the
 * transaction already claimed for it. Returns the claim's id, or undefined when there was nothing to do. Throws when
 * the queue is unavailable; the claim is stored by then, and the sweep sends it.
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
