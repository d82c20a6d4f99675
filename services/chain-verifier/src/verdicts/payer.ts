import type { Evidence } from '../chain/facts.ts';
import { burnsOf, holderOf, isAbandoned, transfersOf } from './accounts.ts';
import type { Demand } from './demand.ts';

/**
 * Whose tokens paid: the holder who gave the most, by burns of their own and by what arrived at the burn wallet from them. Who
 * paid the fee of the transaction, where no holder can be told.
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
