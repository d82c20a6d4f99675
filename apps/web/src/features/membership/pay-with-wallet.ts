import type { GenerateBurnAddressAnswer } from '@naughty-list/contracts/membership';
import type { TokenConfig } from '@naughty-list/contracts/token-config';
import { startPayment } from '../../lib/wallet/use-payment.ts';
import { keepPending, society } from './society.ts';

/** Under which key the fee is kept while it is being paid. */
export const MEMBERSHIP_PAYMENT = 'membership';

/** Pays the fee out of the connected wallet, tied to the visitor by memo and key, and has it verified as if it had been pasted. */
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
      if (pending?.stage !== 'received') return;
      keepPending(undefined);
      // What may have arrived is verified before anything is paid again; what cannot arrive is paid again.
      const inTheDark = facts.code === 'sent-in-the-dark';
      if (isOpen) society.set(inTheDark ? { step: 'verification' } : { step: 'payment', hash: '' });
    },
  });
}
