import { type ProofStep, proofStepShape } from '../../../lib/payment-proof/proof-step.ts';
import { checkedBy, createStore, readStored, writeStored } from '../../../lib/store.ts';
import { findPayment, forgetPayment, isPending } from '../payments.ts';

const RECOVERY_KEY = 'naughty-list.recovery';
const recoveryCheck = checkedBy<ProofStep>(proofStepShape);

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
  /** A member's recovery in this browser, started and not accepted yet. */
  recovery?: ProofStep | undefined;
};

const closed: Society = { isOpen: false, step: 'payment' };

export const society = createStore<Society>(closed);

/** Updates the recovery in memory and storage; `undefined` clears it. */
export function keepRecovery(recovery: ProofStep | undefined): void {
  writeStored(RECOVERY_KEY, recovery);
  society.set({ recovery });
}

const recalled = readStored(RECOVERY_KEY, recoveryCheck);
// A recovery expires with its challenge: a visitor who returns days later may want to pay.
const expiry = recalled?.challenge?.expiresAt;
if (recalled) keepRecovery(expiry !== undefined && Date.parse(expiry) <= Date.now() ? undefined : recalled);

/** Opens the modal at the pending payment, otherwise at the first step. */
export function openSociety(): void {
  const { recovery } = society.get();
  const isPaying = isPending(findPayment('membership'));
  society.set({ isOpen: true, step: isPaying ? 'verification' : recovery ? 'recovery' : 'payment' });
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
