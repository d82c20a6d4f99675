import type { FoundPayment } from '@naughty-list/contracts/found-payments';
import { demandOf } from '@naughty-list/payment-flow/intent';
import { findIntentByKey } from '@naughty-list/payment-flow/intent-table';
import { openClaim } from '@naughty-list/payment-flow/open';
import { sendClaim } from '@naughty-list/payment-flow/send';
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
  const named = found.referenceKey === undefined ? undefined : await findIntentByKey(db, found.referenceKey);
  const intent = named?.subject === String(report.id) ? named : undefined;
  const opened = await openClaim(db, removalClaims, {
    idPrefix: 'removal',
    subject: report.id,
    signature,
    requestId,
    dueInMs,
    // What comes for an intent whose report is gone is claimed, too: it is its payer's credit.
    mayOpen: isPayable(report) || intent !== undefined,
    intentId: intent?.id ?? null,
  });
  if (opened?.outcome !== 'opened') return undefined;
  await sendClaim(db, queues, opened.claim, demandOf(removalDemand(report, minimumTokens), intent));
  return opened.claim.id;
}
