import type { Evidence } from '../chain/facts.ts';
import { burnsOf, holderOf, isAbandoned, transfersOf } from './accounts.ts';
import type { Demand } from './demand.ts';

/**
 * The holder whose tokens paid: the one who contributed most through their own burns and transfers to the burn wallet.
 * Falls back to the transaction's fee payer if no holder can be determined.
 */
export function payerOf(evidence: Evidence, demand: Demand): string {
  const given = new Map<string, bigint>();
  const give = (holder: string | null, amount: string) => {
    if (holder === null || holder === demand.burnWallet) return;
    given.set(holder, (given.get(holder) ?? 0n) + BigInt(amount));
  };
  for (const burn of burnsOf(evidence, demand)) if (!isAbandoned(burn)) give(holderOf(burn), burn.amount);
  for (const { sourceOwners, destinationOwners, amount } of transfersOf(evidence, demand)) {
    if (holderOf(destinationOwners) === demand.burnWallet) give(holderOf(sourceOwners), amount);
  }
  let payer = evidence.feePayer;
  let most = 0n;
  for (const [holder, amount] of given) if (amount > most) [payer, most] = [holder, amount];
  return payer;
}
