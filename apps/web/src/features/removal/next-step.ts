import { removalTexts } from '@naughty-list/contracts/removal';

/** Advice after a failure, matching the message. */
export function nextStep(message: string, facts: { cost: string; reference: string }): string {
  if (message.includes(removalTexts.invalidHash))
    return 'Copy the whole transaction signature from your wallet or the explorer: 64 to 88 letters and digits, nothing else.';
  if (message.includes(removalTexts.notFound))
    return 'Your hash is kept. Give the network a minute, make sure the transaction went to the right cluster, and press the button again.';
  if (message.includes(removalTexts.alreadyUsed))
    return `Pay again for this report, with ${facts.reference} as the memo, and paste the new hash.`;
  if (message.includes(removalTexts.alreadyRemoved))
    return 'Nothing left to do here: refresh the list, and the entry is gone.';
  return `Check that the transaction succeeded, paid ${facts.cost} LIST, and carries the memo ${facts.reference}. Then try again, or paste another hash.`;
}
