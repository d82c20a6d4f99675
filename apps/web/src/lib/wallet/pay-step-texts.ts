import type { PayStep } from './pay.ts';

/** What is said while a payment out of the wallet is being made. */
export const payStepTexts: Record<PayStep, string> = {
  preparing: 'Counting your LIST and trying the transaction out…',
  signing: 'Look at your wallet: it asks you to sign.',
  sending: 'Signed. Sending it to the network…',
};
