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
 * The modal: `payment` ─ sent ► `verification` ─ a chat link came back ► `success`; `verification` ─ Back ► `payment`. A member
 * in a new browser: `payment` ► `recovery` ─ signed ► `success`.
 */
export type Society = {
  isOpen: boolean;
  step: 'payment' | 'recovery' | 'verification' | 'success';
  offer?: GenerateBurnAddressAnswer | undefined;
  offerFailed: boolean;
  link?: string | undefined;
  /** What was typed into the form. */
  hash: string;
  failure?: string | undefined;
  pending?: PendingMembership | undefined;
  /** A member's signature in this browser, begun and not accepted yet. */
  recovery?: ProofStep | undefined;
};

const closed: Society = { isOpen: false, step: 'payment', offerFailed: false, hash: '' };

export const society = createStore<Society>(closed);

/** What was under way when the page was left; looked for once, in the browser. */
export function recallPending(): void {
  const pending = readStored(KEY, pendingCheck);
  if (pending && !society.get().pending) society.set({ pending });
  const recovery = readStored(RECOVERY_KEY, recoveryCheck);
  if (!recovery || society.get().recovery) return;
  // With its message it ends: whoever comes back days later may want to pay.
  const isOver = recovery.challenge && Date.parse(recovery.challenge.expiresAt) <= Date.now();
  keepRecovery(isOver ? undefined : recovery);
}

/** Changes how far a member has come with signing in, here and in the browser's storage; `undefined` when that has ended. */
export function keepRecovery(recovery: ProofStep | undefined): void {
  writeStored(RECOVERY_KEY, recovery);
  society.set({ recovery });
}

/** Changes what is under way, here and in the browser's storage; `undefined` when it has ended. */
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

/** Opens the modal: at what is under way, otherwise at the beginning. */
export function openSociety(): void {
  const { pending, recovery } = society.get();
  const underWay = pending ? 'verification' : recovery && 'recovery';
  society.set({ isOpen: true, step: underWay ?? 'payment' });
}

/** Forgets address, link and form. What is under way goes on. */
export function closeSociety(): void {
  society.set({ ...closed, offer: undefined, link: undefined, failure: undefined });
}
