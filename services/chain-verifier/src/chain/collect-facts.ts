import { addUp, type Explained, explain } from './explain-balances.ts';
import type { Evidence, Undecodable } from './facts.ts';
import { conflict } from './fault.ts';
import { isNativeMint } from './programs.ts';
import type { Holdings } from './read-balances.ts';
import type { Placed } from './read-instructions.ts';
import { settleDecimals, type TokenAccount, TokenAccounts, toBalance } from './token-accounts.ts';

type Lists = Pick<Evidence, 'burns' | 'transfers' | 'mints' | 'movements' | 'confidential'>;
type TokenFacts = Lists & Pick<Evidence, 'balances' | 'undecodable'>;
type Fees = Map<Placed, bigint | null>;

type Input = { placed: Placed[]; undecodable: Undecodable[]; holdings: Holdings[]; success: boolean };

/**
 * Joins decoded instructions with balances. A failed transaction changed nothing, so its instructions are not checked.
 */
export function collectFacts({ placed, undecodable, holdings, success }: Input): TokenFacts {
  const tokenAccounts = new TokenAccounts(holdings, placed, success);
  const unread = success ? [...undecodable, ...transfersWithoutMint(placed, tokenAccounts)] : undecodable;
  const explained: Map<string, Explained> = success ? explainAll(tokenAccounts, placed, unread) : new Map();
  const decimals = success ? settleDecimals(tokenAccounts, placed) : new Map<string, number>();
  const fees: Fees = new Map([...explained.values()].flatMap(({ fees }) => [...fees]));
  const lists: Lists = { burns: [], transfers: [], mints: [], movements: [], confidential: [] };
  for (const entry of placed) list(lists, entry, tokenAccounts, fees);
  // Sorted, so that evidence from two providers can be compared.
  const balances = sorted(tokenAccounts.all).map((holding) => {
    const { withheld = null, otherInflow = null } = explained.get(`${holding.account} ${holding.mint}`) ?? {};
    return toBalance(holding, holding.decimals ?? decimals.get(holding.mint) ?? null, {
      withheld,
      otherInflow,
    });
  });
  return { ...lists, balances, undecodable: unread };
}

function sorted(lines: readonly TokenAccount[]): TokenAccount[] {
  const place = ({ account, mint }: TokenAccount) => `${account} ${mint}`;
  return lines.toSorted((one, other) => (place(one) < place(other) ? -1 : 1));
}

/**
 * Requires an explanation for every token account's change. Every effect must be on an account that has balances or was
 * opened in this transaction.
 */
function explainAll(
  tokenAccounts: TokenAccounts,
  placed: Placed[],
  unread: Undecodable[],
): Map<string, Explained> {
  const effects = addUp(tokenAccounts, placed);
  const explained = new Map<string, Explained>();
  for (const holding of tokenAccounts.all) {
    const key = `${holding.account} ${holding.mint}`;
    explained.set(key, explain(holding, effects.get(key), unread));
    effects.delete(key);
  }
  for (const [key, { known }] of effects) {
    const [account = '', mint = ''] = key.split(' ');
    const touched = unread.some(({ accounts }) => accounts.includes(account));
    if (!touched && !isNativeMint(mint)) conflict(`${account} was changed by ${known}, but has no balances`);
  }
  return explained;
}

function transfersWithoutMint(placed: Placed[], tokenAccounts: TokenAccounts): Undecodable[] {
  return placed.flatMap(({ path, program, instruction }) => {
    if (instruction.kind !== 'transfer' || instruction.mint !== null) return [];
    const accounts = [instruction.source, instruction.destination];
    if (tokenAccounts.mintOfTransfer(instruction.source, instruction.destination) !== null) return [];
    return [{ path, program, reason: 'the mint of the transfer is not stated', accounts }];
  });
}

function list(lists: Lists, entry: Placed, tokenAccounts: TokenAccounts, fees: Fees): void {
  const { path, program, instruction } = entry;
  const { type } = instruction;
  switch (instruction.kind) {
    case 'burn': {
      const { mint, account, authority, extraKeys, amount } = instruction;
      const owners = tokenAccounts.owners(account, mint);
      lists.burns.push({
        path,
        type,
        program,
        mint,
        account,
        ...owners,
        authority,
        extraKeys,
        amount: amount.toString(),
      });
      return;
    }
    case 'mintTo': {
      const { mint, account, amount } = instruction;
      const owners = tokenAccounts.owners(account, mint);
      lists.mints.push({ path, type, program, mint, account, ...owners, amount: amount.toString() });
      return;
    }
    case 'transfer':
      lists.transfers.push(toTransfer(entry, instruction, tokenAccounts, fees));
      return;
    case 'movement': {
      const { movement: kind, account, what, newAuthority } = instruction;
      const mint = instruction.mint ?? tokenAccounts.mintOf(account);
      const amount = instruction.amount?.toString() ?? null;
      lists.movements.push({ path, type, program, kind, account, mint, amount, what, newAuthority });
      return;
    }
    case 'confidential':
      lists.confidential.push({
        path,
        type,
        program,
        kind: instruction.confidential,
        accounts: instruction.accounts,
      });
  }
}

type TransferInstruction = Extract<Placed['instruction'], { kind: 'transfer' }>;

function toTransfer(
  { path, program }: Placed,
  instruction: TransferInstruction,
  tokenAccounts: TokenAccounts,
  fees: Fees,
): Evidence['transfers'][number] {
  const { type, source, destination, authority, extraKeys, amount } = instruction;
  const mint = instruction.mint ?? tokenAccounts.mintOfTransfer(source, destination);
  const none = { ownerBefore: null, ownerAfter: null, openedFor: null };
  const fee = feeOf(instruction, fees);
  return {
    path,
    type,
    program,
    mint,
    source,
    sourceOwners: mint === null ? none : tokenAccounts.owners(source, mint),
    destination,
    destinationOwners: mint === null ? none : tokenAccounts.owners(destination, mint),
    authority,
    extraKeys,
    amount: amount.toString(),
    fee: fee?.toString() ?? null,
  };
}

/** The fee from the instruction, else as derived from the balances; 0 if no fee was possible. */
function feeOf(instruction: TransferInstruction, fees: Fees): bigint | null {
  if (instruction.source === instruction.destination) return 0n;
  if (instruction.fee !== null) return instruction.fee;
  for (const [entry, fee] of fees) if (entry.instruction === instruction) return fee;
  return 0n;
}
