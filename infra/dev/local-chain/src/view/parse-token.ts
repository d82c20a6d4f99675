import bs58 from 'bs58';
import { uiTokenAmount } from '../chain/token-account.ts';
import type { Parsed } from './instruction-shape.ts';

type Info = { [key: string]: unknown };

const RENT_SYSVAR_NOTED = { rentSysvar: 'SysvarRent111111111111111111111111111111111' };
const AUTHORITY_TYPES = ['mintTokens', 'freezeAccount', 'accountOwner', 'closeAccount'];

const key = (data: Buffer, offset: number): string => bs58.encode(data.subarray(offset, offset + 32));
const optionalKey = (data: Buffer, offset: number): string | null =>
  data.readUInt8(offset) === 1 ? key(data, offset + 1) : null;
const amount = (data: Buffer): string => data.readBigUInt64LE(1).toString();
const checkedAmount = (data: Buffer): Info => ({
  tokenAmount: uiTokenAmount(data.readBigUInt64LE(1), data.readUInt8(9)),
});

/** The signer: a single owner under `name`, or a multisig with its signers. */
function signer(name: string, accounts: string[], index: number): Info {
  const signers = accounts.slice(index + 1);
  if (signers.length === 0) return { [name]: accounts[index] };
  return { [`multisig${name[0]?.toUpperCase()}${name.slice(1)}`]: accounts[index], signers };
}

function mintInfo(data: Buffer, accounts: string[]): Info {
  const freezeAuthority = optionalKey(data, 34);
  return {
    mint: accounts[0],
    decimals: data.readUInt8(1),
    mintAuthority: key(data, 2),
    ...(freezeAuthority ? { freezeAuthority } : {}),
  };
}

type Reader = (data: Buffer, accounts: string[]) => Parsed;

const read =
  (type: string, info: (data: Buffer, accounts: string[]) => Info): Reader =>
  (data, accounts) => ({ type, info: info(data, accounts) });

/** Instructions by their first byte; names and fields as in Agave's `parse_token.rs`. */
const READERS: Record<number, Reader> = {
  0: read('initializeMint', (data, accounts) => ({ ...mintInfo(data, accounts), ...RENT_SYSVAR_NOTED })),
  1: read('initializeAccount', (_, [account, mint, owner]) => ({
    account,
    mint,
    owner,
    ...RENT_SYSVAR_NOTED,
  })),
  3: read('transfer', (data, accounts) => ({
    source: accounts[0],
    destination: accounts[1],
    amount: amount(data),
    ...signer('authority', accounts, 2),
  })),
  4: read('approve', (data, accounts) => ({
    source: accounts[0],
    delegate: accounts[1],
    amount: amount(data),
    ...signer('owner', accounts, 2),
  })),
  5: read('revoke', (_, accounts) => ({ source: accounts[0], ...signer('owner', accounts, 1) })),
  6: read('setAuthority', (data, accounts) => ({
    // The same instruction serves mints (types 0 and 1) and accounts.
    [data.readUInt8(1) <= 1 ? 'mint' : 'account']: accounts[0],
    authorityType: AUTHORITY_TYPES[data.readUInt8(1)] ?? String(data.readUInt8(1)),
    newAuthority: optionalKey(data, 2),
    ...signer('authority', accounts, 1),
  })),
  7: read('mintTo', (data, accounts) => ({
    mint: accounts[0],
    account: accounts[1],
    amount: amount(data),
    ...signer('mintAuthority', accounts, 2),
  })),
  8: read('burn', (data, accounts) => ({
    account: accounts[0],
    mint: accounts[1],
    amount: amount(data),
    ...signer('authority', accounts, 2),
  })),
  9: read('closeAccount', (_, accounts) => ({
    account: accounts[0],
    destination: accounts[1],
    ...signer('owner', accounts, 2),
  })),
  10: read('freezeAccount', (_, accounts) => ({
    account: accounts[0],
    mint: accounts[1],
    ...signer('freezeAuthority', accounts, 2),
  })),
  11: read('thawAccount', (_, accounts) => ({
    account: accounts[0],
    mint: accounts[1],
    ...signer('freezeAuthority', accounts, 2),
  })),
  12: read('transferChecked', (data, accounts) => ({
    source: accounts[0],
    mint: accounts[1],
    destination: accounts[2],
    ...checkedAmount(data),
    ...signer('authority', accounts, 3),
  })),
  13: read('approveChecked', (data, accounts) => ({
    source: accounts[0],
    mint: accounts[1],
    delegate: accounts[2],
    ...checkedAmount(data),
    ...signer('owner', accounts, 3),
  })),
  14: read('mintToChecked', (data, accounts) => ({
    mint: accounts[0],
    account: accounts[1],
    ...checkedAmount(data),
    ...signer('mintAuthority', accounts, 2),
  })),
  15: read('burnChecked', (data, accounts) => ({
    account: accounts[0],
    mint: accounts[1],
    ...checkedAmount(data),
    ...signer('authority', accounts, 2),
  })),
  16: read('initializeAccount2', (data, [account, mint]) => ({
    account,
    mint,
    owner: key(data, 1),
    ...RENT_SYSVAR_NOTED,
  })),
  17: read('syncNative', (_, [account]) => ({ account })),
  18: read('initializeAccount3', (data, [account, mint]) => ({ account, mint, owner: key(data, 1) })),
  20: read('initializeMint2', mintInfo),
  21: read('getAccountDataSize', (_, [mint]) => ({ mint })),
  22: read('initializeImmutableOwner', (_, [account]) => ({ account })),
};

/** Instructions of SPL Token and Token-2022 (without its extensions). */
export function parseToken(data: Buffer, accounts: string[]): Parsed | null {
  return READERS[data.readUInt8(0)]?.(data, accounts) ?? null;
}
