import type { Balance, Burn, Evidence, Owners, Transfer } from '../chain/facts.ts';
import { INCINERATOR, SYSTEM_PROGRAM } from '../chain/programs.ts';
import type { Demand } from './demand.ts';

type Token = Pick<Demand, 'mint' | 'tokenProgram'>;

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

/**
 * Wallets whose signature on a message proves that the payment is theirs, largest contribution first: each signed the
 * transaction, and owns or has authority over (as a delegate) accounts that together gave at least `minimum`. The
 * address of an SPL multisig or of a program does not sign, so their payments need a reference, as do payments shared
 * by several wallets.
 */
export function payersOf(evidence: Evidence, demand: Demand, minimum: bigint): string[] {
  const contributed = new Map<string, bigint>();
  for (const { wallets, amount } of contributions(evidence, demand)) {
    for (const wallet of wallets) contributed.set(wallet, (contributed.get(wallet) ?? 0n) + amount);
  }
  return [...contributed]
    .filter(([, amount]) => amount >= minimum)
    .sort(([, one], [, other]) => Number(other > one) - Number(other < one))
    .map(([wallet]) => wallet);
}

type Contribution = { wallets: Set<string>; amount: bigint };

/** Burns that cost something, and what the burn wallet received from others. */
function contributions(evidence: Evidence, demand: Demand): Contribution[] {
  const { burnWallet } = demand;
  const isBurnWallet = (owners: Burn | Transfer['sourceOwners']) =>
    burnWallet !== null && belongsTo(owners, burnWallet);
  const burns = burnsOf(evidence, demand)
    .filter((burn) => !isAbandoned(burn) && !isBurnWallet(burn))
    .map((burn) => contribution(evidence, burn.account, burn, burn));
  const transfers = transfersOf(evidence, demand)
    .filter(({ sourceOwners, destinationOwners }) => {
      const arrives = burnWallet !== null && lastHolderOf(destinationOwners) === burnWallet;
      return arrives && !isBurnWallet(sourceOwners) && !isAbandoned(sourceOwners);
    })
    .map((transfer) => contribution(evidence, transfer.source, transfer.sourceOwners, transfer));
  return [...burns, ...transfers];
}

function contribution(
  evidence: Evidence,
  account: string,
  { ownerBefore }: Transfer['sourceOwners'],
  { authority, amount }: { authority: string | null; amount: string },
): Contribution {
  // If the account changed owner, its owner at the time of payment is unknown: only the authority counts.
  const changedHands = evidence.movements.some(
    (move) => move.kind === 'setAuthority' && move.account === account,
  );
  const candidates = [authority, changedHands ? null : ownerBefore];
  const signed = candidates.filter((wallet) => wallet !== null && evidence.signers.includes(wallet));
  return { wallets: new Set(signed as string[]), amount: BigInt(amount) };
}

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
