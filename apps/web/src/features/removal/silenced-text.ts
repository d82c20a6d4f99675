import type { Removal } from './removal.ts';

/** What a removal's payment came to; says "burned" only of what no key can move any more. */
export function silencedText({
  amountBurned,
  amountSent,
}: Pick<Removal, 'amountBurned' | 'amountSent'>): string {
  const burned = (amountBurned ?? 0) - (amountSent ?? 0);
  const shares = [
    burned && `${tokens(burned)} LIST tokens burned`,
    amountSent && `${tokens(amountSent)} LIST tokens sent to the project’s wallet`,
  ].filter(Boolean);
  return shares.length === 0 ? 'Santa has been silenced!' : `Santa has been silenced! ${shares.join(', ')}.`;
}

const tokens = (amount: number) => amount.toLocaleString('en-US', { maximumFractionDigits: 9 });
