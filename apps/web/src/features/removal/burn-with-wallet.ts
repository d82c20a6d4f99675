import type { PaymentIntent } from '@naughty-list/contracts/payment-intents';
import type { Report } from '@naughty-list/contracts/reports';
import type { TokenConfig } from '@naughty-list/contracts/token-config';
import { payIntent } from '../../lib/payment-intent/pay-intent.ts';
import type { PaymentFault } from '../../lib/wallet/payment-fault.ts';
import { findRemoval, startOver, updateRemoval } from './removal-store.ts';

/** Key of a report's burn while it is in progress. */
export const burnKey = (reportId: number) => `removal:${reportId}`;

/** Burns what is missing from the connected wallet and passes the hash to the removal, as if pasted. */
export function burnWithWallet(report: Report, intent: PaymentIntent, chain: TokenConfig): Promise<void> {
  return payIntent(burnKey(report.id), intent, {
    kind: 'burn',
    chain,
    onSigned: (hash) =>
      updateRemoval(report, {
        hash,
        intent: intent.id,
        byWallet: true,
        phase: 'looking',
        stage: 'received',
        amountBurned: null,
        amountSent: undefined,
        failure: undefined,
      }),
    onFailedAfterSigning: (fault) => stopWaiting(report, fault),
  });
}

/** Stops waiting for a transaction that cannot land; one that was found, or that may have arrived, is looked for. */
function stopWaiting(report: Report, { facts }: PaymentFault): void {
  if (findRemoval(report.id)?.stage === 'received' && facts.code !== 'sent-in-the-dark') startOver(report);
}
