import { createStore } from '../../../lib/store.ts';
import { findPayment, forgetPayment, isPending } from '../payments.ts';

/**
 * States of the modal: `payment` ─ sent ► `verification` ─ chat link received ► `success`; `verification` ─ Back ►
 * `payment`. A member in a new browser: `payment` ► `recovery` ─ signed ► `success`.
 */
export type Society = {
  isOpen: boolean;
  step: 'payment' | 'recovery' | 'verification' | 'success';
  /** The payment intent that was shown. */
  intent?: string | undefined;
  link?: string | undefined;
};

const closed: Society = { isOpen: false, step: 'payment' };

export const society = createStore<Society>(closed);

/** Opens the modal at the pending payment, otherwise at the first step. */
export function openSociety(): void {
  const isPaying = isPending(findPayment('membership'));
  society.set({ isOpen: true, step: isPaying ? 'verification' : 'payment' });
}

/** Clears link and form; a pending payment continues. */
export function closeSociety(): void {
  if (!isPending(findPayment('membership'))) forgetPayment('membership');
  society.set({ ...closed, link: undefined });
}

/** While the modal is open, it shows the outcome itself. */
export const setIfOpen: typeof society.set = (changes) => {
  if (society.get().isOpen) society.set(changes);
};
