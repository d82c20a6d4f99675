import { signWithinText } from '../waiting-times.ts';
import type { PayStep } from './pay.ts';

/** What is said while a payment out of the wallet is being made. */
export const payStepTexts: Record<PayStep, string> = {
  preparing: 'Checking your balance… Usually takes a few seconds.',
  signing: `Look at your wallet: it asks you to sign. Sign within ${signWithinText}, or it expires.`,
  sending: 'Signed. Sending it to the network… Usually takes a few seconds.',
};
