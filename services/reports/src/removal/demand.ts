import type { PaymentDemand } from '@naughty-list/contracts/verifications';

/** What has to be paid for a report's removal. */
export function removalDemand(
  report: { id: number; unique_burn_address: string; reported_at: Date },
  minimumTokens: string,
): PaymentDemand {
  return {
    subject: `report:${report.id}`,
    minimumTokens,
    reference: report.unique_burn_address,
    notBefore: Math.floor(report.reported_at.getTime() / 1000),
  };
}
