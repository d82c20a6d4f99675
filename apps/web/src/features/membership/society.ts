import type { GenerateBurnAddressAnswer } from '@naughty-list/contracts/membership';
import { type ProofStep, proofStepShape } from '../../lib/payment-proof/proof-step.ts';
import { checkedBy } from '../../lib/shape.ts';
import { createStore } from '../../lib/store.ts';
import { readStored, writeStored } from '../../lib/stored-json.ts';
import { isUnproven, type PendingMembership, pendingCheck } from './membership.ts';

const KEY = 'naughty-list.membership';
const RECOVERY_KEY = 'naughty-list.recovery';
const recoveryCheck = checkedBy<ProofStep>(proofStepShape);

/**
 * States of the modal: `payment` ─ sent ► `verification` ─ chat link received ► `success`; `verification` ─ Back ►
 * `payment`. A member in a new browser: `payment` ► `recovery` ─ signed ► `success`.
 */
export type Society = {
  isOpen: boolean;
  step: 'payment' | 'recovery' | 'verification' | 'success';
  offer?: GenerateBurnAddressAnswer | undefined;
  offerFailed: boolean;
  link?: string | undefined;
  /** The form's input. */
  hash: string;
  failure?: string | undefined;
  pending?: PendingMembership | undefined;
  /** A member's recovery in this browser, started and not accepted yet. */
  recovery?: ProofStep | undefined;
};

const closed: Society = { isOpen: false, step: 'payment', offerFailed: false, hash: '' };

export const society = createStore<Society>(closed);

/** Restores a pending payment or recovery from storage; called once per page load. */
export function recallPending(): void {
  const pending = readStored(KEY, pendingCheck);
  if (pending && !society.get().pending) society.set({ pending });
  const recovery = readStored(RECOVERY_KEY, recoveryCheck);
  if (!recovery || society.get().recovery) return;
  // A recovery expires with its challenge: a visitor who returns days later may want to pay.
  const expiresAt = recovery.challenge?.expiresAt;
  const isOver = expiresAt !== undefined && Date.parse(expiresAt) <= Date.now();
  keepRecovery(isOver ? undefined : recovery);
}

/** Updates the recovery in memory and storage; `undefined` clears it. */
export function keepRecovery(recovery: ProofStep | undefined): void {
  writeStored(RECOVERY_KEY, recovery);
  society.set({ recovery });
}

/** Updates the pending payment in memory and storage; `undefined` clears it. */
export function keepPending(pending: PendingMembership | undefined): void {
  const before = society.get().pending;
  const isNews =
    pending &&
    (isUnproven(pending) !== (before && isUnproven(before)) ||
      pending.stage !== before?.stage ||
      pending.hash !== before.hash);
  const next = isNews ? { ...pending, since: Date.now() } : pending;
  writeStored(KEY, next);
  society.set({ pending: next });
}

/** Opens the modal at the pending payment, otherwise at the first step. */
export function openSociety(): void {
  const { pending, recovery } = society.get();
  const underWay = pending ? 'verification' : recovery && 'recovery';
  society.set({ isOpen: true, step: underWay ?? 'payment' });
}

/** Clears address, link and form; a pending payment continues. */
export function closeSociety(): void {
  society.set({ ...closed, offer: undefined, link: undefined, failure: undefined });
}
