import type { PaymentIntent } from '@naughty-list/contracts/payment-intents';
import type { TokenConfig } from '@naughty-list/contracts/token-config';
import { payIntent } from '../../lib/payment-intent/pay-intent.ts';
import { keepPending, society } from './society.ts';

/** Key of the fee payment while it is in progress. */
export const MEMBERSHIP_PAYMENT = 'membership';

/**
 * Pays the fee from the connected wallet with the visitor's memo and reference key, then verifies it like a pasted
 * hash.
 */
export function payWithWallet(intent: PaymentIntent, config: TokenConfig): Promise<void> {
  return payIntent(MEMBERSHIP_PAYMENT, intent, {
    kind: 'transfer',
    chain: config,
    onSigned: (hash) => {
      keepPending({ hash, stage: 'received' });
      if (society.get().isOpen) society.set({ hash, step: 'verification', failure: undefined });
    },
    onFailedAfterSigning: ({ facts }) => {
      const { pending, isOpen } = society.get();
      // One that may have arrived is looked for until the server knows; one that cannot arrive is paid again.
      if (pending?.stage !== 'received' || facts.code === 'sent-in-the-dark') return;
      keepPending(undefined);
      if (isOpen) society.set({ step: 'payment', hash: '' });
    },
  });
}
