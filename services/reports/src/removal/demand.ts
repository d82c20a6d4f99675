import type { PaymentDemand } from '@naughty-list/contracts/verifications';

/** Identifies a report in demands and proofs. */
export function removalSubject(reportId: number): string {
  return `report:${reportId}`;
}

/** The purpose that a paying wallet signs. */
export function proofPurpose({
  id,
  username,
  unique_burn_address: reference,
}: {
  id: number;
  username: string;
  unique_burn_address: string;
}): string {
  return `remove report ${id} about @${username} (${reference}) from the Naughty List`;
}

/** The demand for a report's removal. */
export function removalDemand(
  report: { id: number; unique_burn_address: string; reported_at: Date },
  minimumTokens: string,
): PaymentDemand {
  return {
    subject: removalSubject(report.id),
    minimumTokens,
    reference: report.unique_burn_address,
    notBefore: Math.floor(report.reported_at.getTime() / 1000),
  };
}
