import { forgetRefusedClaims } from '@naughty-list/payment-claims/forget-refused';
import { membershipClaims } from './claims/claim.ts';
import type { Context } from './context.ts';
import { forgetReferences } from './references/repository.ts';

const DAY_MS = 86_400_000;

/** Deletes what has been kept for long enough: claims that were refused, then references that have none left. */
export async function forgetOld(
  { db, config, log, clock }: Pick<Context, 'db' | 'config' | 'log' | 'clock'>,
  mayGoOn: () => boolean,
): Promise<void> {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  const refused = await forgetRefusedClaims(db, membershipClaims, {
    before: daysAgo(config.REFUSED_CLAIM_RETENTION_DAYS),
    mayGoOn,
  });
  const references = await forgetReferences(db, {
    before: daysAgo(config.REFERENCE_RETENTION_DAYS),
    mayGoOn,
  });
  if (refused + references > 0) log.info({ refused, references }, 'old claims and references forgotten');
}
