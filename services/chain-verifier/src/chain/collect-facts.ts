import type { Evidence, Undecodable } from './facts.ts';
import { conflict } from './fault.ts';
import { Ledger, type Line, settleDecimals, toBalance } from './ledger.ts';
import { isNativeMint } from './programs.ts';
import type { Holdings } from './read-balances.ts';
import type { Placed } from './read-token-instructions.ts';
import { addUp, type Explained, explain } from './reconcile.ts';

type Lists = Pick<Evidence, 'burns' | 'transfers' | 'mints' | 'movements' | 'confidential'>;
type TokenFacts = Lists & Pick<Evidence, 'balances' | 'undecodable'>;
type Fees = Map<Placed, bigint | null>;

type Input = { placed: Placed[]; undecodable: Undecodable[]; holdings: Holdings[]; success: boolean };

/**
 * Joins decoded instructions with balances. A failed transaction changed nothing, so its instructions are not checked.
 */
export function collectFacts({ placed, undecodable, holdings, success }: Input): TokenFacts {
  const ledger = new Ledger(holdings, placed, success);
  const unread = success ? [...undecodable, ...transfersWithoutMint(placed, ledger)] : undecodable;
  const explained: Map<string, Explained> = success ? explainAll(ledger, placed, unread) : new Map();
  const decimals = success ? settleDecimals(ledger, placed) : new Map<string, number>();
  const fees: Fees = new Map([...explained.values()].flatMap(({ fees }) => [...fees]));
  const lists: Lists = { burns: [], transfers: [], mints: [], movements: [], confidential: [] };
  for (const entry of placed) list(lists, entry, ledger, fees);
  // Sorted, so that evidence from two providers can be compared.
  const balances = sorted(ledger.lines).map((line) => {
    const { withheld = null, otherInflow = null } = explained.get(`${line.account} ${line.mint}`) ?? {};
    return toBalance(line, line.decimals ?? decimals.get(line.mint) ?? null, { withheld, otherInflow });
  });
  return { ...lists, balances, undecodable: unread };
}

function sorted(lines: readonly Line[]): Line[] {
  const place = ({ account, mint }: Line) => `${account} ${mint}`;
  return lines.toSorted((one, other) => (place(one) < place(other) ? -1 : 1));
}

/**
 * Requires an explanation for every token account's change. Every effect must be on an account that has balances or was
 * opened in this transaction.
 */
function explainAll(ledger: Ledger, placed: Placed[], unread: Undecodable[]): Map<string, Explained> {
  const effects = addUp(ledger, placed);
  const explained = new Map<string, Explained>();
  for (const line of ledger.lines) {
    const key = `${line.account} ${line.mint}`;
    explained.set(key, explain(line, effects.get(key), unread));
    effects.delete(key);
  }
  for (const [key, { known }] of effects) {
    const [account = '', mint = ''] = key.split(' ');
    const touched = unread.some(({ accounts }) => accounts.includes(account));
    if (!touched && !isNativeMint(mint)) conflict(`${account} was changed by ${known}, but has no balances`);
  }
  return explained;
}

function transfersWithoutMint(placed: Placed[], ledger: Ledger): Undecodable[] {
  return placed.flatMap(({ path, program, instruction }) => {
    if (instruction.kind !== 'transfer' || instruction.mint !== null) return [];
    const accounts = [instruction.source, instruction.destination];
    if (ledger.mintOfTransfer(instruction.source, instruction.destination) !== null) return [];
    return [{ path, program, reason: 'the mint of the transfer is not stated', accounts }];
  });
}

function list(lists: Lists, entry: Placed, ledger: Ledger, fees: Fees): void {
  const { path, program, instruction } = entry;
  const { type } = instruction;
  switch (instruction.kind) {
    case 'burn': {
      const { mint, account, authority, extraKeys, amount } = instruction;
      const owners = ledger.owners(account, mint);
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
      const owners = ledger.owners(account, mint);
      lists.mints.push({ path, type, program, mint, account, ...owners, amount: amount.toString() });
      return;
    }
    case 'transfer':
      lists.transfers.push(toTransfer(entry, instruction, ledger, fees));
      return;
    case 'movement': {
      const { movement: kind, account, what, newAuthority } = instruction;
      const mint = instruction.mint ?? ledger.mintOf(account);
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
  ledger: Ledger,
  fees: Fees,
): Evidence['transfers'][number] {
  const { type, source, destination, authority, extraKeys, amount } = instruction;
  const mint = instruction.mint ?? ledger.mintOfTransfer(source, destination);
  const none = { ownerBefore: null, ownerAfter: null, openedFor: null };
  const fee = feeOf(instruction, fees);
  return {
    path,
    type,
    program,
    mint,
    source,
    sourceOwners: mint === null ? none : ledger.owners(source, mint),
    destination,
    destinationOwners: mint === null ? none : ledger.owners(destination, mint),
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
