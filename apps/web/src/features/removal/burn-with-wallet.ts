import type { Report } from '@naughty-list/contracts/reports';
import type { TokenConfig } from '@naughty-list/contracts/token-config';
import type { PaymentFault } from '../../lib/wallet/payment-fault.ts';
import { startPayment } from '../../lib/wallet/use-payment.ts';
import { findRemoval, startOver, updateRemoval } from './removal-store.ts';

/** Under which key the burn for a report is kept while it is being made. */
export const burnKey = (reportId: number) => `removal:${reportId}`;

/**
 * Burns the price out of the connected wallet with the report's reference, and hands its hash to the removal as if it had
 * been pasted.
 */
export function burnWithWallet(report: Report, config: TokenConfig): Promise<void> {
  const { contractAddress: mint, burnWalletAddress: burnWallet } = config;
  const order = {
    mint,
    decimals: config.decimals,
    tokens: config.removalCostTokens,
    purpose: { kind: 'burn', memo: report.uniqueBurnAddress, burnWallet },
  } as const;
  return startPayment(burnKey(report.id), order, {
    chain: config,
    onSigned: (hash) =>
      updateRemoval(report, {
        hash,
        byWallet: true,
        phase: 'looking',
        stage: 'received',
        amountBurned: null,
        failure: undefined,
      }),
    onFailedAfterSigning: (fault) => stopWaiting(report, fault),
  });
}

/** A transaction that never landed is not looked for any longer; one that was found goes its way. */
function stopWaiting(report: Report, { facts }: PaymentFault): void {
  if (findRemoval(report.id)?.stage !== 'received') return;
  if (facts.code === 'sent-in-the-dark') updateRemoval(report, { phase: 'draft', waiting: undefined });
  else startOver(report);
}
