import type { Report } from '@naughty-list/contracts/reports';
import type { TokenConfig } from '@naughty-list/contracts/token-config';
import type { PaymentFault } from '../../lib/wallet/payment-fault.ts';
import { startPayment } from '../../lib/wallet/use-payment.ts';
import { findRemoval, startOver, updateRemoval } from './removal-store.ts';

/** Key of a report's burn while it is in progress. */
export const burnKey = (reportId: number) => `removal:${reportId}`;

/**
 * Burns the price from the connected wallet with the report's reference and passes the hash to the removal, as if
 * pasted.
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

/** Stops waiting for a transaction that cannot land; one that was found, or that may have arrived, is looked for. */
function stopWaiting(report: Report, { facts }: PaymentFault): void {
  if (findRemoval(report.id)?.stage === 'received' && facts.code !== 'sent-in-the-dark') startOver(report);
}
