import { type VerificationStage, verificationStages } from '@naughty-list/contracts/verification-stages';

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
