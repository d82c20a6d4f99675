import type { Burn, Evidence } from '../chain/facts.ts';
import { accountsOf, burnsOf, holderOf, isAbandoned, max, mintsOf, sum } from './accounts.ts';
import type { Demand } from './demand.ts';
import { reject, type Stop } from './verdict.ts';

export type Burned = {
  /** All burns of the mint. */
  burns: Burn[];
  /** Burns that cost their owner something, and only those of `burner` if the demand names one. */
  counted: Burn[];
  gross: bigint;
  minted: bigint;
  /** Gross minus minted, at least 0: the decrease of the supply. */
  net: bigint;
};

/**
 * burned(M): what the transaction took out of the supply, excluding tokens that anyone may burn, minus what it minted.
 */
export function countBurned(evidence: Evidence, demand: Demand): Burned {
  const burns = burnsOf(evidence, demand);
  const counted = burns.filter(
    (burn) => !isAbandoned(burn) && (demand.burner === undefined || holderOf(burn) === demand.burner),
  );
  const gross = sum(counted.map(({ amount }) => BigInt(amount)));
  const minted = sum(mintsOf(evidence, demand).map(({ amount }) => BigInt(amount)));
  return { burns, counted, gross, minted, net: max(0n, gross - minted) };
}

/** Why the burns of a transaction come to nothing, or null if they count or were burns of 0. */
export function whyNothingBurned(evidence: Evidence, demand: Demand, burned: Burned): Stop | null {
  const { burns, counted, gross, minted, net } = burned;
  const hidden = confidentialOf(evidence, demand, 'burn');
  if (burns.length === 0) {
    if (hidden) return reject('unsupported_confidential', 'the amount that was burned is encrypted');
    return reject('no_burn_of_mint', 'no instruction of its token program burned this mint');
  }
  if (counted.length === 0) {
    return burns.every(isAbandoned)
      ? reject('burn_of_abandoned_tokens', 'the burned tokens lay where anyone may burn them')
      : reject('burner_mismatch', `the burned tokens were not ${demand.burner}'s`);
  }
  if (gross > 0n && net === 0n) return reject('net_supply_not_reduced', `${gross} burned, ${minted} minted`);
  return null;
}

/** Tokens minted with an encrypted amount could undo any burn in the same transaction. */
export function mintsInSecret(evidence: Evidence, demand: Demand): boolean {
  return confidentialOf(evidence, demand, 'mint');
}

export function confidentialOf(
  evidence: Evidence,
  demand: Demand,
  kind: 'burn' | 'mint' | 'transfer',
): boolean {
  const accounts = accountsOf(evidence, demand);
  return evidence.confidential.some(
    (entry) =>
      entry.kind === kind &&
      entry.program === demand.tokenProgram &&
      entry.accounts.some((account) => accounts.has(account)),
  );
}
