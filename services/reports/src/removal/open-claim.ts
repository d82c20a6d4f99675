import type { PaymentProof } from '@naughty-list/contracts/payment-proofs';
import { Address } from '@naughty-list/contracts/primitives';
import { findSignedProof, useProof } from '@naughty-list/payment-flow/check-proof';
import type { Intent } from '@naughty-list/payment-flow/intent';
import { findIntent } from '@naughty-list/payment-flow/intent-table';
import type { UnseenLimit } from '@naughty-list/payment-flow/limit-unseen';
import { type Opened as OpenedClaim, openClaim, type ProvenBy } from '@naughty-list/payment-flow/open';
import type { Knex } from 'knex';
import { isPayable, type ReportRow } from '../reports/report.ts';
import { removalClaims } from './claim.ts';
import { removalSubject } from './demand.ts';
import { findPayable } from './repository.ts';

export type Opened =
  | (OpenedClaim<number, 'removed'> & { report: ReportRow; intent: Intent | undefined })
  | { outcome: 'already-removed' }
  | { outcome: 'unknown-report' };

/**
 * Claims a transaction for a report's removal, even while that report is deleted, because the payment may precede the
 * deletion. Committed on return. Marks the proof used; throws when it is invalid.
 */
export async function openRemovalClaim(
  db: Knex,
  request: {
    reportId: number;
    signature: string;
    requestId: string;
    dueInMs: number;
    proof?: PaymentProof | undefined;
    /** The id of the intent that it is for; one of another report is ignored. */
    intent?: string | undefined;
    unseen: UnseenLimit;
  },
): Promise<Opened> {
  const { reportId, proof, intent: named, ...asked } = request;
  const report = await findPayable(db, reportId);
  if (!report) return { outcome: 'unknown-report' };
  const mayOpen = isPayable(report);
  const provenBy = proof && mayOpen ? await provenByOf(db, proof, { ...asked, reportId }) : undefined;
  const known = named === undefined ? undefined : await findIntent(db, named);
  const intent = known?.subject === String(reportId) ? known : undefined;
  const opened = await openClaim(db, removalClaims, {
    ...asked,
    idPrefix: 'removal',
    subject: reportId,
    mayOpen,
    provenBy,
    intentId: intent?.id ?? null,
  });
  return opened ? { ...opened, report, intent } : { outcome: 'already-removed' };
}

async function provenByOf(
  db: Knex,
  given: PaymentProof,
  { reportId, signature }: { reportId: number; signature: string },
): Promise<ProvenBy> {
  const proof = await findSignedProof(db, given, { subject: removalSubject(reportId), signature });
  return { wallet: Address.parse(proof.wallet), use: (trx) => useProof(trx, proof) };
}
