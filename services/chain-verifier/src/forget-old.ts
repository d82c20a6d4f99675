import { REFUSED_CLAIM_RETENTION_DAYS } from '@naughty-list/contracts/retention';
import { type Database, deleteInBatches } from '@naughty-list/service-kit/database/database';
import { cautiousClock } from '@naughty-list/service-kit/lifecycle/clock';
import { every } from '@naughty-list/service-kit/lifecycle/define-service';
import type { Context } from './context.ts';
import { forgetRequested } from './reference-keys/repository.ts';
import { forgetFound } from './watch/repository.ts';

const DAY_MS = 24 * 3_600_000;
const EVERY_MS = 10 * 60_000;
const PREVIEW_DAYS = 1;
/** Since what comes in time may be read only after an outage. */
const REQUESTED_DAYS = 1;
const HANDLED_DAYS = 7;
const UNREAD_DAYS = 30;

/**
 * Deletes rows past their retention: refused claims, then previews and unclaimed evidence, then the watcher's findings.
 */
export async function forgetOld(
  { db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>,
  mayGoOn: () => boolean,
): Promise<void> {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  const refused = await forgetRefused(db, daysAgo(REFUSED_CLAIM_RETENTION_DAYS), mayGoOn);
  const previews = await forgetPreviews(db, daysAgo(PREVIEW_DAYS), mayGoOn);
  if (refused + previews > 0) log.info({ refused, previews }, 'old refusals and previews deleted');
  const { unread } = await forgetFound(db, {
    handled: daysAgo(HANDLED_DAYS),
    found: daysAgo(UNREAD_DAYS),
    mayGoOn,
  });
  await forgetRequested(db, { before: daysAgo(REQUESTED_DAYS), mayGoOn });
  if (unread > 0) log.error({ unread }, 'deleted transactions that could never be read or judged');
}

export const retention = every(EVERY_MS, async (context: Context, mayGoOn) =>
  forgetOld({ ...context, clock: await cautiousClock(context) }, mayGoOn),
);

/**
 * Deletes previews older than `before`, and evidence of that age that no claim has requested: anyone may preview any
 * transaction, so there is no obligation to keep them. Returns how many rows were deleted.
 */
export async function forgetPreviews(db: Database, before: Date, mayGoOn = () => true): Promise<number> {
  const previews = await deleteInBatches(db, {
    table: 'verifications',
    key: ['id'],
    where: (rows) => void rows.where({ purpose: 'look' }).where('received_at', '<', before),
    mayGoOn,
  });
  const claims = db('verifications as claim')
    .whereRaw("claim.signature = evidence.signature and claim.purpose <> 'look'")
    .select(db.raw('1'));
  const evidence = await deleteInBatches(db, {
    table: 'evidence',
    key: ['cluster', 'signature'],
    where: (rows) => void rows.where('stored_at', '<', before).whereNotExists(claims),
    mayGoOn,
  });
  return previews + evidence;
}

/**
 * Deletes claims that were refused before a time. Accepted claims stay forever, because they keep a transaction from
 * paying twice, and pending ones until they are decided. A refusal blocks nothing: the same transaction may be claimed
 * and judged again. Its evidence is deleted with that of previews. Returns how many were deleted.
 */
async function forgetRefused(db: Database, before: Date, mayGoOn = () => true): Promise<number> {
  return deleteInBatches(db, {
    table: 'verifications',
    key: ['id'],
    where: (rows) =>
      void rows
        .where({ outcome: 'rejected' })
        .where('judged_at', '<', before)
        // Implied: what the index has.
        .whereIn('purpose', ['removal', 'membership'])
        .where('received_at', '<', before),
    mayGoOn,
  });
}
