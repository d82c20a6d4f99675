import { membershipTexts } from '@naughty-list/contracts/membership';

/** Advice after a failure, matching the notice. */
export function nextStep(notice: string, facts: { fee: string; reference: string | undefined }): string {
  const memo = facts.reference ? `, with the memo ${facts.reference},` : '';
  switch (notice) {
    case membershipTexts.invalidHash:
      return 'Your hash is kept. Copy the whole transaction signature from your wallet or the explorer: 64 to 88 letters and digits, nothing else.';
    case membershipTexts.notFound:
    case membershipTexts.notFoundOnChain:
      return 'Your hash is kept. Give the network a minute, make sure the transaction went to the right cluster, and press the button again.';
    case membershipTexts.alreadyUsed:
    case membershipTexts.usedForAnother:
      return `Trying again will not change this. If it was your payment, go back and press “I'm already a member”. If not, pay ${facts.fee} LIST in a new transaction${memo} and paste its hash.`;
    case membershipTexts.walletAlreadyMember:
      return `Go back, press “I'm already a member”, and sign with that wallet to see the chat link.`;
    case membershipTexts.alreadyMember:
      return 'There is nothing left to pay: close this window and open it again to see your invite.';
    default:
      return `Check that the transaction sent ${facts.fee} LIST to the burn address${memo} and succeeded. Your hash is kept; you can also paste another one.`;
  }
}
