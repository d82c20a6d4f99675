import { signWithinText } from '../waiting-times.ts';
import type { PayStep } from './pay.ts';

/** Status text of each payment step. */
export const payStepTexts: Record<PayStep, string> = {
  preparing: 'Checking your balance… Usually takes a few seconds.',
  signing: `Look at your wallet: it asks you to sign. Sign within ${signWithinText}, or it expires.`,
  sending: 'Signed. Sending it to the network… Usually takes a few seconds.',
};
