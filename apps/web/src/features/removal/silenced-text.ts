import type { Removal } from './removal.ts';

/** What a removal's payment came to; says "burned" only of what no key can move any more. */
export function silencedText({
  amountBurned,
  amountSent,
}: Pick<Removal, 'amountBurned' | 'amountSent'>): string {
  const shares = [
    amountBurned && `${tokens(amountBurned)} LIST tokens burned`,
    amountSent && `${tokens(amountSent)} LIST tokens sent to the project’s wallet`,
  ].filter(Boolean);
  return shares.length === 0 ? 'Santa has been silenced!' : `Santa has been silenced! ${shares.join(', ')}.`;
}

const tokens = (amount: number) => amount.toLocaleString('en-US', { maximumFractionDigits: 9 });
