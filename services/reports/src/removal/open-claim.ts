import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { ReportRow } from '../reports/report.ts';
import { findReport } from '../reports/repository.ts';
import type { Claim } from './claim.ts';
import { findStandingClaim, insertClaim } from './repository.ts';

export type Opened =
  | { outcome: 'opened'; claim: Claim; report: ReportRow }
  /** The same payment for the same report: its answer is this claim's too. */
  | { outcome: 'joined'; claim: Claim; report: ReportRow }
  | { outcome: 'already-removed' }
  | { outcome: 'unknown-report' };

/** Writes down that a transaction is claimed for a report's removal. Committed when this answers. */
export async function openClaim(
  db: Knex,
  request: { reportId: number; signature: string; requestId: string; dueInMs: number },
): Promise<Opened> {
  const { reportId, signature } = request;
  const report = await findReport(db, reportId);
  if (!report) return { outcome: 'unknown-report' };
  for (;;) {
    const standing = await findStandingClaim(db, reportId, signature);
    if (standing) return { outcome: 'joined', claim: standing, report };
    if (report.is_removed) return { outcome: 'already-removed' };
    const claim = await insertClaim(db, { ...request, id: `removal_${randomUUID()}` });
    if (claim) return { outcome: 'opened', claim, report };
    // The same claim was written in between: join it.
  }
}
