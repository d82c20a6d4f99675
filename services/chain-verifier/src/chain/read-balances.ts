import { readAddress } from './base58.ts';
import { conflict, fault, incomplete, malformed } from './fault.ts';
import { at, type Json, readAmount, readArray, readInteger, readObject } from './read-json.ts';

/** A token account's state before or after the transaction, as reported by the node. */
export type Holding = { owner: string; amount: bigint };
export type Holdings = {
  account: string;
  mint: string;
  program: string | null;
  decimals: number;
  before: Holding | null;
  after: Holding | null;
};

type Entry = { account: string; mint: string; program: string | null; decimals: number } & Holding;

/** `meta.preTokenBalances` and `meta.postTokenBalances`, joined by account and mint. */
export function readBalances(meta: Json, accountKeys: readonly string[]): Holdings[] {
  const [pre, post] = [meta.preTokenBalances ?? null, meta.postTokenBalances ?? null];
  if (pre === null && post === null) fault('unsupported_history', 'the node recorded no token balances');
  if (pre === null || post === null) incomplete('token balances are recorded on one side only');
  checkLamports(meta, accountKeys);
  const joined = new Map<string, Holdings>();
  for (const [side, list] of [['before', pre] as const, ['after', post] as const]) {
    for (const entry of readEntries(list, accountKeys)) join(joined, side, entry);
  }
  return [...joined.values()];
}

/** Lamport balances follow the order of the account keys: a different count means that keys are missing. */
function checkLamports(meta: Json, accountKeys: readonly string[]): void {
  for (const field of ['preBalances', 'postBalances']) {
    if (meta[field] === undefined || meta[field] === null) continue;
    const count = readArray(meta[field], field).length;
    if (count !== accountKeys.length)
      malformed(`${field} has ${count} entries for ${accountKeys.length} accounts`);
  }
}

function readEntries(list: unknown, accountKeys: readonly string[]): Entry[] {
  const seen = new Set<string>();
  return readArray(list, 'token balances').map((value) => {
    const body = readObject(value, 'token balance');
    const account = at(accountKeys, readInteger(body.accountIndex, 'accountIndex'), 'accountIndex');
    if (seen.has(account)) malformed(`${account} has two token balances`);
    seen.add(account);
    const quantity = readObject(body.uiTokenAmount, 'uiTokenAmount');
    return {
      account,
      mint: readAddress(body.mint, 'token balance mint'),
      owner: readOwner(body.owner, account),
      program: readProgram(body.programId),
      amount: readAmount(quantity.amount, 'uiTokenAmount.amount'),
      decimals: readInteger(quantity.decimals, 'uiTokenAmount.decimals', 255),
    };
  });
}

function readOwner(owner: unknown, account: string): string {
  if (owner === undefined || owner === null || owner === '')
    return incomplete(`the owner of ${account} is missing`);
  return readAddress(owner, 'token balance owner');
}

/** Nodes of 2022 omit it; an instruction of the token program then shows it. */
function readProgram(program: unknown): string | null {
  return program === undefined || program === null || program === ''
    ? null
    : readAddress(program, 'token balance programId');
}

function join(joined: Map<string, Holdings>, side: 'before' | 'after', entry: Entry): void {
  const { account, mint, program, decimals, owner, amount } = entry;
  const key = `${account} ${mint}`;
  const known = joined.get(key) ?? { account, mint, program, decimals, before: null, after: null };
  if (known.decimals !== decimals) conflict(`${mint} has two different decimals`);
  if (known.program !== null && program !== null && known.program !== program)
    conflict(`${account} has two programs`);
  joined.set(key, { ...known, program: known.program ?? program, [side]: { owner, amount } });
}
