import type { VerificationStage } from '@naughty-list/contracts/verifications';
import type { Waiting } from './retry.ts';
import { useHasPassed } from './time.ts';

/** Display names of the stages, in their order. */
export const stageLabels: Record<VerificationStage, string> = {
  received: 'Sent',
  found: 'Found',
  confirmed: 'Confirmed',
  finalised: 'Finalized',
  judged: 'Checked',
  done: 'Done',
};

export const verificationStages = Object.keys(stageLabels) as VerificationStage[];

export type StageState = 'reached' | 'current' | 'ahead';

/** State of each stage, given the `last` one reached; the one after it is current. */
export function stageStates(last: VerificationStage): { stage: VerificationStage; state: StageState }[] {
  const reached = verificationStages.indexOf(last);
  return verificationStages.map((stage, index) => ({
    stage,
    state: index <= reached ? 'reached' : index === reached + 1 ? 'current' : 'ahead',
  }));
}

/** The later of two stages; progress never goes back. */
export function laterStage(a: VerificationStage, b: VerificationStage): VerificationStage {
  return verificationStages.indexOf(a) >= verificationStages.indexOf(b) ? a : b;
}

const TAKES_LONGER = 'This is taking longer than usual. Nothing is lost; Santa is still checking.';

/** The usual wait for the next stage, or a note that it takes longer. */
export function waitingText(stage: VerificationStage, isLong: boolean): string {
  if (isLong) return TAKES_LONGER;
  // A block is final 32 confirmed slots of 400 ms later (Solana documentation, "Transaction confirmation").
  return stage === 'confirmed' ? 'Usually takes 15 to 30 seconds.' : 'Usually takes a few seconds.';
}

/** Shown instead of an estimate while progress is paused. */
export const stuckTexts: Record<Waiting, string> = {
  offline: "You're offline. Santa will hold your place until you're back.",
  busy: "The workshop isn't answering right now. Nothing is lost; Santa is still trying.",
};

/** Whether the step after `stage`, reached at `since` (milliseconds since 1970, if known), takes longer than usual. */
export function useTakesLong(stage: VerificationStage, since: number | undefined): boolean {
  return useHasPassed(since && since + (stage === 'confirmed' ? 30_000 : 15_000));
}
