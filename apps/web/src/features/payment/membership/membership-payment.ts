import {
  failureNotice,
  membershipTexts,
  refusalNotice,
  verifyTransaction,
} from '@naughty-list/contracts/membership';
import { COUNTED } from '@naughty-list/contracts/verifications';
import { api } from '../../../lib/api.ts';
import { showToast } from '../../../lib/toasts.ts';
import { forgetPayment } from '../payments.ts';
import type { PaymentKind } from '../run.ts';
import { openSociety, setIfOpen, society } from './society.ts';

export const membershipPayment: PaymentKind = {
  async claim({ hash: transactionHash, burnAddress, intent }, proof, options) {
    const offer = { ...(burnAddress && { burnAddress }), ...(intent && { intent }) };
    const body = { transactionHash, ...offer, ...(proof && { proof }) };
    const answer = await api.call(verifyTransaction, { body }, options);
    if (answer.success && answer.telegramLink) return { outcome: 'done', link: answer.telegramLink };
    if (answer.reason === COUNTED) return { outcome: 'part' };
    return { ...answer, outcome: answer.pending ? 'pending' : 'refused' };
  },
  // Once admitted, the same call returns the chat link as soon as the invite exists.
  endsWithClaim: false,
  textOf(failure, fee) {
    const message =
      failure.outcome === 'refused'
        ? refusalNotice(failure.message, fee)
        : failureNotice(failure.error instanceof Error ? failure.error.message : undefined, fee);
    return { title: membershipTexts.failedTitle, message };
  },
  partArrived: membershipTexts.partArrived,
  toShow: () => actionOf('Show'),
  onPart: () => setIfOpen({ step: 'payment' }),
  onDone({ key }, { link }) {
    forgetPayment(key);
    setIfOpen({ link, step: 'success' });
    showToast({
      title: membershipTexts.verified,
      description: membershipTexts.welcome,
      ...actionOf('Show my invite'),
    });
  },
};

const actionOf = (label: string) =>
  society.get().isOpen ? {} : { action: { label, altText: 'Open the society', onSelect: openSociety } };

/** Advice after a failure, matching the notice. */
export function nextStep(notice: string, facts: { reference: string | undefined }): string {
  const memo = facts.reference ? `, with the memo ${facts.reference},` : '';
  switch (notice) {
    case membershipTexts.invalidHash:
      return 'Your hash is kept. Copy the whole transaction hash from your wallet or the explorer, where it may be called the signature: 64 to 88 letters and digits, nothing else.';
    case membershipTexts.notFound:
    case membershipTexts.notFoundOnChain:
      return 'Your hash is kept. Wait a minute, make sure the transaction was sent on the right Solana network, and press the button again.';
    case membershipTexts.alreadyUsed:
    case membershipTexts.usedForAnother:
      return `Trying again will not change this. If it was your payment, go back and press “I'm already a member.” If it was part of a payment that you started in another browser, pay the rest there; if you don't, it becomes a credit within 26 hours of when you last opened that payment: see “Your payments.” If it wasn't your payment, go back and pay what is shown there${memo} in a new transaction.`;
    case membershipTexts.walletAlreadyMember:
      return `Go back, press “I'm already a member,” and sign with that wallet to see the chat link.`;
    case membershipTexts.alreadyMember:
      return 'There is nothing left to pay: close this window and open it again to see your invite.';
    default:
      return `Go back to see the amount, and check that the transaction sent it to the address shown there${memo} and succeeded. Your hash is kept; you can also paste another one.`;
  }
}
