// Kept free of Zod, which pages load only with their forms.
import { dateText } from './case-texts.ts';

type Sent = { mint: string | null; decimals: number; amount: string; to: string };

/** Tokens known by name; any other is named by its mint. */
export const knownTokens: Record<string, string> = {
  EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v: 'USDC',
  Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB: 'USDT',
};

/** Digits of the highest amount on the chain. */
const MAX_DIGITS = 20;

export const shortAddress = (address: string): string => `${address.slice(0, 3)}…${address.slice(-2)}`;

/** Base units as a decimal number, exact: `12.4`, `1,000,000`. */
export function exactAmount(amount: string, decimals: number): string {
  const digits = amount.padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, ',');
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return fraction && decimals > 0 ? `${whole}.${fraction}` : whole;
}

/** `12.4 SOL`, `250 USDC`, `7 of token 9xQ…7f`, `7 base units of token 9xQ…7f`. */
export function amountText({ mint, decimals, amount }: Omit<Sent, 'to'>): string {
  // Such a token's whole supply is less than one, and a stranger's would fill a page with zeros.
  const exact =
    decimals > MAX_DIGITS
      ? `${exactAmount(amount, 0)} base unit${amount === '1' ? '' : 's'}`
      : exactAmount(amount, decimals);
  if (mint === null) return `${exact} SOL`;
  const name = knownTokens[mint];
  return name ? `${exact} ${name}` : `${exact} of token ${shortAddress(mint)}`;
}

/** What the chain says about a loss, and what it does not say. */
export function lossText({ sent, sentAt }: { sent: readonly Sent[]; sentAt: string }): string {
  const parts = sent.map((each) => `${amountText(each)} to ${shortAddress(each.to)}`);
  const list = parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : parts[0];
  const owners = new Set(sent.map(({ to }) => to)).size > 1 ? 'those addresses' : 'that address';
  return `The reporter's wallet sent ${list} on ${dateText(sentAt)}. The chain doesn't say who owns ${owners}.`;
}

/** `12.4 SOL and 250 USDC`. */
export function totalText(totals: readonly Omit<Sent, 'to'>[]): string {
  const parts = totals.map(amountText);
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : (parts[0] ?? '');
}
