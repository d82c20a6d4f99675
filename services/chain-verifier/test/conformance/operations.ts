import bs58 from 'bs58';
import { MEMO3, T22, TOK } from './keys.ts';

/** One instruction in wire form, and as a node prints it in jsonParsed (absent: printed raw). */
export type Encoded = { program: string; accounts: string[]; data: Uint8Array; parsed?: unknown };

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
const ui = (amount: bigint, decimals: number) => ({
  amount: `${amount}`,
  decimals,
  uiAmount: 0.1,
  uiAmountString: '0.1',
});
const signed = (authority: string, extra: string[]) =>
  extra.length === 0 ? { authority } : { multisigAuthority: authority, signers: extra };

export function burn(account: string, mint: string, amount: bigint, options: Options = {}): Operation {
  const { program = TOK, decimals, extra = [], authority = account } = options;
  const checked = decimals !== undefined;
  return {
    program,
    accounts: [account, mint, authority, ...extra],
    data: checked ? bytes(15, u64(amount), decimals) : bytes(8, u64(amount)),
    parsed: {
      type: checked ? 'burnChecked' : 'burn',
      info: {
        account,
        mint,
        ...signed(authority, extra),
        ...(checked ? { tokenAmount: ui(amount, decimals) } : { amount: `${amount}` }),
      },
    },
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
    parsed: {
      type: checked ? 'permissionedBurnChecked' : 'permissionedBurn',
      info: {
        account,
        mint,
        permissionedBurnAuthority: permit,
        authority,
        ...(checked ? { tokenAmount: ui(amount, 6) } : { amount: `${amount}` }),
      },
    },
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
  const parties = { source, destination, ...signed(authority, extra) };
  if (mint === undefined) {
    return {
      program,
      accounts: [source, destination, authority, ...extra],
      data: bytes(3, u64(amount)),
      parsed: { type: 'transfer', info: { ...parties, amount: `${amount}` } },
      effects,
    };
  }
  const accounts = [source, mint, destination, authority, ...extra];
  const info = { ...parties, mint, tokenAmount: ui(amount, decimals) };
  if (statedFee === undefined) {
    const data = bytes(12, u64(amount), decimals);
    return { program, accounts, data, parsed: { type: 'transferChecked', info }, effects };
  }
  return {
    program,
    accounts,
    data: bytes(26, 1, u64(amount), decimals, u64(statedFee)),
    parsed: { type: 'transferCheckedWithFee', info: { ...info, feeAmount: ui(statedFee, decimals) } },
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
    parsed: { type: 'mintTo', info: { account, mint, amount: `${amount}`, mintAuthority: authority } },
    effects: [{ change: account, by: amount }],
  };
}

export function open(account: string, mint: string, owner: string, program: string = TOK): Operation {
  return {
    program,
    accounts: [account, mint],
    data: bytes(18, bs58.decode(owner)),
    parsed: { type: 'initializeAccount3', info: { account, mint, owner } },
    effects: [{ open: account, mint, owner, program }],
  };
}

export function close(account: string, destination: string, program: string = TOK): Operation {
  return {
    program,
    accounts: [account, destination, destination],
    data: bytes(9),
    parsed: { type: 'closeAccount', info: { account, destination, owner: destination } },
    effects: [{ close: account }],
  };
}

export function handOver(account: string, newOwner: string, program: string = TOK): Operation {
  return {
    program,
    accounts: [account, account],
    data: bytes(6, 2, 1, bs58.decode(newOwner)),
    parsed: {
      type: 'setAuthority',
      info: { account, authority: account, authorityType: 'accountOwner', newAuthority: newOwner },
    },
    effects: [{ hand: account, to: newOwner }],
  };
}

export function memo(text: string | Uint8Array, { program = MEMO3, keys = [] as string[] } = {}): Operation {
  const isText = typeof text === 'string';
  const data = isText ? Buffer.from(text) : text;
  return { program, accounts: keys, data, ...(isText ? { parsed: text } : {}), effects: [] };
}

/** Wrapped SOL: syncs the account to its lamports. */
export function syncNative(account: string, gained: bigint): Operation {
  const parsed = { type: 'syncNative', info: { account } };
  return {
    program: TOK,
    accounts: [account],
    data: bytes(17),
    parsed,
    effects: [{ change: account, by: gained }],
  };
}

export function harvest(mint: string, to: string, amount: bigint): Operation {
  const info = { mint, feeRecipient: to, withdrawWithheldAuthority: to };
  const parsed = { type: 'withdrawWithheldTokensFromMint', info };
  return {
    program: T22,
    accounts: [mint, to, to],
    data: bytes(26, 2),
    parsed,
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
export function batch(program: string, parts: Operation[], printed: 'parsed' | 'raw' = 'raw'): Operation {
  const data = bytes(255, ...parts.map((part) => bytes(part.accounts.length, part.data.length, part.data)));
  const parsed = { type: 'batch', info: { instructions: parts.map((part) => part.parsed) } };
  return {
    program,
    accounts: parts.flatMap(({ accounts }) => accounts),
    data,
    ...(printed === 'parsed' ? { parsed } : {}),
    effects: parts.flatMap(({ effects }) => effects),
  };
}
