import { type VerificationStage, verificationStages } from '@naughty-list/contracts/verification-stages';
import type { Waiting } from './retry.ts';
import { useHasPassed } from './time.ts';

/** Display names of the stages. */
export const stageLabels: Record<VerificationStage, string> = {
  received: 'Sent',
  found: 'Found',
  confirmed: 'Confirmed',
  finalised: 'Finalized',
  judged: 'Checked',
  done: 'Done',
};

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

/** Maximum time for a signed transaction to land, as text: about 150 slots of 400 ms (Solana documentation). */
export const signWithinText = 'about 60 seconds';

type WaitingTime = { usually: string; longAfterMs: number };

const FEW_SECONDS: WaitingTime = { usually: 'Usually takes a few seconds.', longAfterMs: 15_000 };
/** A block is final 32 confirmed slots of 400 ms later (Solana documentation, "Transaction confirmation"). */
const UNTIL_FINAL: WaitingTime = { usually: 'Usually takes 15 to 30 seconds.', longAfterMs: 30_000 };

/** Usual time from a stage to the next. */
const untilNext = (stage: VerificationStage) => (stage === 'confirmed' ? UNTIL_FINAL : FEW_SECONDS);

export const TAKES_LONGER = 'This is taking longer than usual. Nothing is lost; Santa is still checking.';

/** When a wait that began at `since` becomes longer than usual; milliseconds since 1970. */
export function longFrom(stage: VerificationStage, since: number): number {
  return since + untilNext(stage).longAfterMs;
}

/** The usual wait, or a note that it takes longer. */
export function waitingText(stage: VerificationStage, isLong: boolean): string {
  return isLong ? TAKES_LONGER : untilNext(stage).usually;
}

/** Shown instead of an estimate while progress is paused. */
export const stuckTexts: Record<Waiting, string> = {
  offline: "You're offline. Santa will hold your place until you're back.",
  busy: "The workshop isn't answering right now. Nothing is lost; Santa is still trying.",
};

/** Whether the step after `stage`, reached at `since` (milliseconds since 1970, if known), takes longer than usual. */
export function useTakesLong(stage: VerificationStage, since: number | undefined): boolean {
  return useHasPassed(since === undefined ? undefined : longFrom(stage, since));
}
