import { type VerificationStage, verificationStages } from '@naughty-list/contracts/verification-stages';

/** Each stage's name, wherever a verification is shown. */
export const stageLabels: Record<VerificationStage, string> = {
  received: 'Sent',
  found: 'Found',
  confirmed: 'Confirmed',
  finalised: 'Finalised',
  judged: 'Checked',
  done: 'Done',
};

export type StageState = 'reached' | 'current' | 'ahead';

/** How each stage stands when `last` is the last that was reached; the one after it is being worked on. */
export function stageStates(last: VerificationStage): { stage: VerificationStage; state: StageState }[] {
  const reached = verificationStages.indexOf(last);
  return verificationStages.map((stage, index) => ({
    stage,
    state: index <= reached ? 'reached' : index === reached + 1 ? 'current' : 'ahead',
  }));
}

/** The later of two stages: what was reached once is not taken back. */
export function laterStage(a: VerificationStage, b: VerificationStage): VerificationStage {
  return verificationStages.indexOf(a) >= verificationStages.indexOf(b) ? a : b;
}
