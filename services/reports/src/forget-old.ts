import {
  APPEAL_RETENTION_DAYS,
  REFUSED_CLAIM_RETENTION_DAYS,
  REJECTED_RETENTION_DAYS,
  SOURCE_RETENTION_DAYS,
} from '@naughty-list/contracts/retention';
import { forgetPayments } from '@naughty-list/payment-flow/sweep';
import { cautiousClock } from '@naughty-list/service-kit/lifecycle/clock';
import { every } from '@naughty-list/service-kit/lifecycle/define-service';
import { forgetAppeals } from './appeals/forget.ts';
import { forgetReporters } from './cases/contributions.ts';
import type { Context } from './context.ts';
import { forgetKeysBefore } from './idempotency/submit-once.ts';
import { forgetUnread } from './kept-posts/keep.ts';
import { forgetRejected } from './moderation/forget-rejected.ts';
import { removalClaims } from './removal/effect.ts';
import { forgetRepeatsBefore, forgetSourcesBefore } from './reports/repository.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/**
 * Retention: deletes old repeats of reports, refused claims, messages to sign, idempotency keys, sources of reports,
 * reporter keys, messages of appeals, rejected entries, and requests for posts that were never read.
 */
export async function forgetOld(
  { db, log, clock }: Pick<Context, 'db' | 'log' | 'clock'>,
  mayGoOn: () => boolean,
): Promise<void> {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  const repeats = await forgetRepeatsBefore(db, daysAgo(1), mayGoOn);
  const payments = await forgetPayments(db, removalClaims, {
    before: daysAgo(REFUSED_CLAIM_RETENTION_DAYS),
    mayGoOn,
  });
  const keys = await forgetKeysBefore(db, daysAgo(1), mayGoOn);
  const sources = await forgetSourcesBefore(db, daysAgo(SOURCE_RETENTION_DAYS), mayGoOn);
  const contributions = await forgetReporters(db, clock.now(), mayGoOn);
  const letters = await forgetAppeals(db, {
    decidedBefore: daysAgo(APPEAL_RETENTION_DAYS),
    now: clock.now(),
    mayGoOn,
  });
  const rejected = await forgetRejected(db, daysAgo(REJECTED_RETENTION_DAYS), mayGoOn);
  const posts = await forgetUnread(db, daysAgo(1));
  const forgotten = {
    repeats,
    ...payments,
    keys,
    sources,
    contributions,
    letters,
    rejected,
    posts,
  };
  if (Object.values(forgotten).some((count) => count > 0))
    log.info(
      forgotten,
      'old repeats, refused claims, intents, proofs, keys, sources, contributions, letters, rejected entries and unread posts deleted',
    );
}

export const retention = every(HOUR_MS, async (context: Context, mayGoOn) =>
  forgetOld({ ...context, clock: await cautiousClock(context) }, mayGoOn),
);
