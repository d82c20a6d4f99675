import type { GenerateBurnAddressAnswer } from '@naughty-list/contracts/membership';
import type { TokenConfig } from '@naughty-list/contracts/token-config';
import { startPayment } from '../../lib/wallet/use-payment.ts';
import { keepPending, society } from './society.ts';

/** Key of the fee payment while it is in progress. */
export const MEMBERSHIP_PAYMENT = 'membership';

/**
 * Pays the fee from the connected wallet with the visitor's memo and reference key, then verifies it like a pasted
 * hash.
 */
export function payWithWallet(offer: GenerateBurnAddressAnswer, config: TokenConfig): Promise<void> {
  const { burnAddress, reference, mint, amount, paymentUrl } = offer;
  const referenceKey = new URL(paymentUrl).searchParams.get('reference') ?? '';
  const order = {
    mint,
    decimals: config.decimals,
    tokens: amount,
    purpose: { kind: 'transfer', to: burnAddress, memo: reference, referenceKey },
  } as const;
  return startPayment(MEMBERSHIP_PAYMENT, order, {
    chain: config,
    onSigned: (hash) => {
      keepPending({ hash, burnAddress, stage: 'received' });
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
