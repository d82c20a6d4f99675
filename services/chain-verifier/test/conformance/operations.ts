import bs58 from 'bs58';
import { MEMO3, T22, TOK } from './keys.ts';

/** One instruction in wire form. */
export type Encoded = { program: string; accounts: string[]; data: Uint8Array };

/** What an instruction does to token accounts, in the order of execution. */
export type Effect =
  | { change: string; by: bigint }
  | { open: string; mint: string; owner: string; program: string }
  | { close: string }
  | { hand: string; to: string };

export type Operation = Encoded & { effects: Effect[]; inner?: Operation[] };

type Options = { program?: string; decimals?: number; extra?: string[]; authority?: string };

const u64 = (amount: bigint) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(amount);
  return bytes;
};
const bytes = (...parts: (number | Uint8Array)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.from([part]) : part)));

export function burn(account: string, mint: string, amount: bigint, options: Options = {}): Operation {
  const { program = TOK, decimals, extra = [], authority = account } = options;
  const checked = decimals !== undefined;
  return {
    program,
    accounts: [account, mint, authority, ...extra],
    data: checked ? bytes(15, u64(amount), decimals) : bytes(8, u64(amount)),
    effects: [{ change: account, by: -amount }],
  };
}

/** For Token-2022 mints with the permissioned burn extension. */
export function permissionedBurn(
  account: string,
  mint: string,
  amount: bigint,
  checked: boolean,
  permit: string,
): Operation {
  const authority = account;
  return {
    program: T22,
    accounts: [account, mint, permit, authority],
    data: checked ? bytes(46, 2, u64(amount), 6) : bytes(46, 1, u64(amount)),
    effects: [{ change: account, by: -amount }],
  };
}

type TransferOptions = Options & { mint?: string; withheld?: bigint; statedFee?: bigint };

/** With `mint`: checked; with `statedFee`: transferCheckedWithFee. `withheld` is the fee that the mint withholds. */
export function transfer(
  source: string,
  destination: string,
  amount: bigint,
  options: TransferOptions = {},
): Operation {
  const { program = TOK, decimals = 6, extra = [], authority = source, mint, statedFee } = options;
  const withheld = options.withheld ?? statedFee ?? 0n;
  const effects: Effect[] =
    source === destination
      ? []
      : [
          { change: source, by: -amount },
          { change: destination, by: amount - withheld },
        ];
  if (mint === undefined) {
    return {
      program,
      accounts: [source, destination, authority, ...extra],
      data: bytes(3, u64(amount)),
      effects,
    };
  }
  const accounts = [source, mint, destination, authority, ...extra];
  if (statedFee === undefined) {
    return { program, accounts, data: bytes(12, u64(amount), decimals), effects };
  }
  return {
    program,
    accounts,
    data: bytes(26, 1, u64(amount), decimals, u64(statedFee)),
    effects,
  };
}

export function mintTo(
  account: string,
  mint: string,
  amount: bigint,
  { program = TOK, authority = account }: Options = {},
): Operation {
  return {
    program,
    accounts: [mint, account, authority],
    data: bytes(7, u64(amount)),
    effects: [{ change: account, by: amount }],
  };
}

export function open(account: string, mint: string, owner: string, program: string = TOK): Operation {
  return {
    program,
    accounts: [account, mint],
    data: bytes(18, bs58.decode(owner)),
    effects: [{ open: account, mint, owner, program }],
  };
}

export function close(account: string, destination: string, program: string = TOK): Operation {
  return {
    program,
    accounts: [account, destination, destination],
    data: bytes(9),
    effects: [{ close: account }],
  };
}

export function handOver(account: string, newOwner: string, program: string = TOK): Operation {
  return {
    program,
    accounts: [account, account],
    data: bytes(6, 2, 1, bs58.decode(newOwner)),
    effects: [{ hand: account, to: newOwner }],
  };
}

export function memo(text: string | Uint8Array, { program = MEMO3, keys = [] as string[] } = {}): Operation {
  return { program, accounts: keys, data: Buffer.from(text), effects: [] };
}

/** Wrapped SOL: syncs the account to its lamports. */
export function syncNative(account: string, gained: bigint): Operation {
  return {
    program: TOK,
    accounts: [account],
    data: bytes(17),
    effects: [{ change: account, by: gained }],
  };
}

export function harvest(mint: string, to: string, amount: bigint): Operation {
  return {
    program: T22,
    accounts: [mint, to, to],
    data: bytes(26, 2),
    effects: [{ change: to, by: amount }],
  };
}

/** Any other instruction; `effects` are unknown to the reader. */
export function raw(
  program: string,
  accounts: string[],
  data: number[] = [1],
  effects: Effect[] = [],
): Operation {
  return { program, accounts, data: Buffer.from(data), effects };
}

/** A program that calls others; nested calls are flattened as nodes do. */
export function call(program: string, ...inner: Operation[]): Operation {
  return { ...raw(program, [], [7]), inner: inner.flatMap((step) => [step, ...(step.inner ?? [])]) };
}

/** Executed inside the token program: no inner instructions. */
export function batch(program: string, parts: Operation[]): Operation {
  const data = bytes(255, ...parts.map((part) => bytes(part.accounts.length, part.data.length, part.data)));
  return {
    program,
    accounts: parts.flatMap(({ accounts }) => accounts),
    data,
    effects: parts.flatMap(({ effects }) => effects),
  };
}
