import { type Opened as OpenedClaim, openClaim } from '@naughty-list/payment-claims/open';
import type { Knex } from 'knex';
import type { ReportRow } from '../reports/report.ts';
import { removalClaims } from './claim.ts';
import { findPayable } from './repository.ts';

export type Opened =
  | (OpenedClaim<number, 'removed'> & { report: ReportRow })
  | { outcome: 'already-removed' }
  | { outcome: 'unknown-report' };

/**
 * Writes down that a transaction is claimed for a report's removal; also while that report is deleted, because it may have
 * been paid for before. Committed when this answers.
 */
export async function openRemovalClaim(
  db: Knex,
  request: { reportId: number; signature: string; requestId: string; dueInMs: number },
): Promise<Opened> {
  const { reportId, ...asked } = request;
  const report = await findPayable(db, reportId);
  if (!report) return { outcome: 'unknown-report' };
  const mayOpen = !report.is_removed;
  const opened = await openClaim(db, removalClaims, {
    ...asked,
    idPrefix: 'removal',
    subject: reportId,
    mayOpen,
  });
  return opened ? { ...opened, report } : { outcome: 'already-removed' };
}
