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
      return { title: 'Paid', text: 'Accepted by hand, by the people who run this site. It has no receipt.' };
    case 'part':
      return {
        title: 'A part',
        text:
          `${inTokens(missing ?? '0')} LIST are missing from the price. Pay the rest in the browser where you began. ` +
          'A day after you began, what arrived becomes your credit.',
      };
    case 'credit':
      return {
        title: creditUntil ? `Credit until ${dateText(creditUntil)}` : 'Credit',
        text: `Nothing was left to pay for. You can use it for another report, or for a membership. ${HOW_TO_USE}`,
      };
    case 'to-sign':
      return {
        title: 'Waiting for your signature',
        text: `It counts once you say what it is for. ${HOW_TO_USE}`,
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
  'Open what it should pay for, paste this transaction’s hash there instead of paying, and sign with this wallet.';

/** `1,000,000.5` */
export function inTokens(amount: string): string {
  const [whole = '0', fraction] = amount.split('.');
  return fraction ? `${formatWhole(BigInt(whole))}.${fraction}` : formatWhole(BigInt(whole));
}
