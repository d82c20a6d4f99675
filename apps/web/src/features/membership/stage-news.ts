import type { VerificationStage } from '@naughty-list/contracts/verifications';

/** Message for each stage reached. */
export const stageNews: Record<VerificationStage, string> = {
  received: 'Santa has your hash and looks for it on chain.',
  found: 'Found on chain. Waiting until the network confirms it.',
  confirmed: 'Confirmed. Waiting until it is final and can never be undone.',
  finalised: 'Final. The sausage is counting your coins.',
  judged: 'Checked. Writing your name into the guest book.',
  done: 'You are in. Fetching your invite to the chat.',
};
