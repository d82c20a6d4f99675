import { forgetRefusedClaims } from '@naughty-list/payment-claims/forget-refused';
import type { Context } from './context.ts';
import { removalClaims } from './removal/claim.ts';
import { forgetRepeatsBefore } from './reports/repository.ts';

const DAY_MS = 86_400_000;

/** Deletes what has been kept for long enough: who repeated reports, and claims that were refused. */
export async function forgetOld(
  { db, config, log, clock }: Pick<Context, 'db' | 'config' | 'log' | 'clock'>,
  mayGoOn: () => boolean,
): Promise<void> {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  const repeats = await forgetRepeatsBefore(db, daysAgo(1), mayGoOn);
  const before = daysAgo(config.REFUSED_CLAIM_RETENTION_DAYS);
  const refused = await forgetRefusedClaims(db, removalClaims, { before, mayGoOn });
  if (repeats + refused > 0) log.info({ repeats, refused }, 'old repeats and refused claims forgotten');
}
