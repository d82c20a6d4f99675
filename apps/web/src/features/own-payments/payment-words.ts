import { dateText } from '@naughty-list/contracts/date-text';
import type { OwnPayment } from '@naughty-list/contracts/own-payments';
import { formatWhole } from '@naughty-list/contracts/whole-number';

type Words = { title: string; text: string };

/** What became of a payment, and what its payer can do. */
export function wordsOf(payment: OwnPayment): Words {
  const { state, purpose, message, missing, creditUntil } = payment;
  const isRemoval = purpose === 'removal';
  switch (state) {
    case 'paid':
      return {
        title: 'Paid',
        text: isRemoval ? 'The report is off the list.' : 'The membership is for life.',
      };
    case 'settled':
      return {
        title: 'Paid',
        text: 'The people who run this site accepted it by hand, so it has no receipt.',
      };
    case 'part':
      return {
        title: 'Partly paid',
        text:
          `${inTokens(missing ?? '0')} LIST are still to be paid. Pay the rest in the browser where you started. ` +
          'A day after you started, what has arrived becomes your credit.',
      };
    case 'credit':
      return {
        title: creditUntil ? `Credit until ${dateText(creditUntil)}` : 'Credit',
        text: `There was nothing left to pay for. You can use this payment for another report or a membership. ${HOW_TO_USE}`,
      };
    case 'to-sign':
      return {
        title: 'Waiting for your signature',
        text: `This payment counts once you say what it is for. ${HOW_TO_USE}`,
      };
    case 'pending':
      return { title: 'Being checked', text: message ?? 'This usually takes less than a minute.' };
    case 'refused':
      return { title: 'Refused', text: message ?? 'It did not count.' };
  }
}

/** Whether its transaction can be used for something by signing. */
export const isUsable = ({ state }: Pick<OwnPayment, 'state'>): boolean =>
  state === 'credit' || state === 'to-sign';

const HOW_TO_USE =
  "Open the report or membership it should pay for, paste this transaction's hash there instead of paying, and sign with this wallet.";

/** `1,000,000.5` */
export function inTokens(amount: string): string {
  const [whole = '0', fraction] = amount.split('.');
  return fraction ? `${formatWhole(BigInt(whole))}.${fraction}` : formatWhole(BigInt(whole));
}
