import type { Balance, Burn, Evidence, Owners, Transfer } from '../chain/facts.ts';
import type { Demand } from './demand.ts';

type Token = Pick<Demand, 'mint' | 'tokenProgram'>;

const SYSTEM_PROGRAM = '11111111111111111111111111111111';
const INCINERATOR = '1nc1nerator11111111111111111111111111111111';

/** Who held the account when the transaction found it, or who it was opened for within the transaction. */
export function holderOf(owners: Owners): string | null {
  return owners.ownerBefore ?? owners.openedFor ?? owners.ownerAfter;
}

/** Who held the account in the end, or last before it was closed. */
export function lastHolderOf(owners: Owners): string | null {
  return owners.ownerAfter ?? holderOf(owners);
}

/**
 * The token programs ask nobody's permission to burn from accounts of these two, so such a burn costs nobody anything.
 * Having been theirs at either end is enough.
 */
export function isAbandoned({ ownerBefore, ownerAfter, openedFor }: Owners): boolean {
  return [ownerBefore, ownerAfter, openedFor].some(
    (owner) => owner === SYSTEM_PROGRAM || owner === INCINERATOR,
  );
}

/** Whether the account was the wallet's at either end, or was opened for it. */
export function belongsTo({ ownerBefore, ownerAfter, openedFor }: Owners, wallet: string): boolean {
  return ownerBefore === wallet || ownerAfter === wallet || openedFor === wallet;
}

/** The mint is its key and its program together: the same key under another program is another token. */
export function burnsOf(evidence: Evidence, { mint, tokenProgram }: Token): Burn[] {
  return evidence.burns.filter((burn) => burn.mint === mint && burn.program === tokenProgram);
}

export function transfersOf(evidence: Evidence, { mint, tokenProgram }: Token): Transfer[] {
  return evidence.transfers.filter((transfer) => transfer.mint === mint && transfer.program === tokenProgram);
}

export function mintsOf(evidence: Evidence, { mint, tokenProgram }: Token): Evidence['mints'] {
  return evidence.mints.filter((entry) => entry.mint === mint && entry.program === tokenProgram);
}

export function balancesOf(evidence: Evidence, { mint, tokenProgram }: Token): Balance[] {
  return evidence.balances.filter(
    (balance) => balance.mint === mint && (balance.program === null || balance.program === tokenProgram),
  );
}

/** Accounts that a token instruction must name in order to change anything about the mint. */
export function accountsOf(evidence: Evidence, token: Token): Set<string> {
  const accounts = new Set([token.mint]);
  for (const balance of balancesOf(evidence, token)) accounts.add(balance.account);
  for (const { account } of [...burnsOf(evidence, token), ...mintsOf(evidence, token)]) accounts.add(account);
  for (const { source, destination } of transfersOf(evidence, token)) accounts.add(source).add(destination);
  return accounts;
}

export function sum(amounts: Iterable<bigint>): bigint {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return total;
}

export function max(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}

export function min(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
