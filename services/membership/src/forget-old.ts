import { REFUSED_CLAIM_RETENTION_DAYS } from '@naughty-list/contracts/retention';
import { forgetPayments } from '@naughty-list/payment-flow/sweep';
import { cautiousClock } from '@naughty-list/service-kit/lifecycle/clock';
import { every } from '@naughty-list/service-kit/lifecycle/define-service';
import { membershipClaims } from './claims/claim.ts';
import type { Context } from './context.ts';
import { forgetReferences } from './references/references.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/**
 * Since the visitor's last call: the cookie lasts 400 days after it, so until then visitors may return after a payment.
 * One more month covers payments in flight.
 */
const REFERENCE_RETENTION_DAYS = 430;

/** Retention: deletes refused claims, messages to sign, then references without claims. */
export async function forgetOld(
  { db, log, clock }: Pick<Context, 'db' | 'log' | 'clock'>,
  mayGoOn: () => boolean,
): Promise<void> {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  const { refused, intents, proofs } = await forgetPayments(db, membershipClaims, {
    before: daysAgo(REFUSED_CLAIM_RETENTION_DAYS),
    mayGoOn,
  });
  const references = await forgetReferences(db, {
    before: daysAgo(REFERENCE_RETENTION_DAYS),
    mayGoOn,
  });
  if (refused + intents + proofs + references > 0)
    log.info({ refused, intents, proofs, references }, 'old claims, proofs and references deleted');
}

export const retention = every(HOUR_MS, async (context: Context, mayGoOn) =>
  forgetOld({ ...context, clock: await cautiousClock(context) }, mayGoOn),
);
