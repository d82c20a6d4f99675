import { type VerificationStage, verificationStages } from '@naughty-list/contracts/verifications';

type StageText = { label: string; news: string };

/** Each stage's name, and what is said when it was reached. */
export const stageTexts: Record<VerificationStage, StageText> = {
  received: { label: 'Sent', news: 'Santa has your hash and looks for it on chain.' },
  found: { label: 'Found', news: 'Found on chain. Waiting until the network confirms it.' },
  confirmed: { label: 'Confirmed', news: 'Confirmed. Waiting until it is final and can never be undone.' },
  finalised: { label: 'Finalised', news: 'Final. The elves are counting what was burned.' },
  judged: { label: 'Checked', news: 'Checked. Striking the name from the ledger.' },
  done: { label: 'Done', news: 'Done. The report is gone.' },
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
