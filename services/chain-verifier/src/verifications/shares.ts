import { isKeyless } from '@naughty-list/payment-flow/keyless';
import type { Demand } from '../verdicts/demand.ts';

/** What of a payment was burned, and what a wallet with a key was credited: what no key can move any more is burned. */
export function sharesOf(
  { burned, credited }: { burned: bigint; credited: bigint },
  { burnWallet }: Pick<Demand, 'burnWallet'>,
): { burned: bigint; credited: bigint } {
  const isBurned = burnWallet !== null && credited > 0n && isKeyless(burnWallet);
  return isBurned ? { burned: burned + credited, credited: 0n } : { burned, credited };
}
