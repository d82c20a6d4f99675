import type { Balance, Burn, Evidence, Owners, Transfer } from '../chain/facts.ts';
import type { Demand } from './demand.ts';

type Token = Pick<Demand, 'mint' | 'tokenProgram'>;

const SYSTEM_PROGRAM = '11111111111111111111111111111111';
const INCINERATOR = '1nc1nerator11111111111111111111111111111111';

/** The account's owner before the transaction, or the owner it was opened for within the transaction. */
export function holderOf(owners: Owners): string | null {
  return owners.ownerBefore ?? owners.openedFor ?? owners.ownerAfter;
}

/** The account's owner at the end, or the last one before it was closed. */
export function lastHolderOf(owners: Owners): string | null {
  return owners.ownerAfter ?? holderOf(owners);
}

/**
 * Whether the account belongs to an owner from whose accounts the token programs let anyone burn, so such a burn costs
 * nothing. Ownership at either end of the transaction suffices.
 */
export function isAbandoned({ ownerBefore, ownerAfter, openedFor }: Owners): boolean {
  return [ownerBefore, ownerAfter, openedFor].some(
    (owner) => owner === SYSTEM_PROGRAM || owner === INCINERATOR,
  );
}

/** Whether the wallet owned the account at either end, or it was opened for the wallet. */
export function belongsTo({ ownerBefore, ownerAfter, openedFor }: Owners, wallet: string): boolean {
  return ownerBefore === wallet || ownerAfter === wallet || openedFor === wallet;
}

/** A mint is identified by its key and its program: the same key under another program is another token. */
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

/** Accounts that a token instruction must name to affect the mint. */
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
