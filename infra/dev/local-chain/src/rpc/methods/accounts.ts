import type { Mint } from '@solana-program/token';
import type { AccountState } from '../../chain/account-state.ts';
import { isTokenProgram, readMint, readTokenAccount, uiTokenAmount } from '../../chain/token-account.ts';
import {
  type AccountEncoding,
  type AccountView,
  type DataSlice,
  MAX_BASE58_BYTES,
  viewAccount,
} from '../../view/account-view.ts';
import { type RpcContext, type RpcMethod, withContext } from '../context.ts';
import { addressParam, type Config, configParam, listParam, numberParam } from '../params.ts';
import { invalidParams, RPC_ERROR, RpcError } from '../rpc-error.ts';

/** MAX_MULTIPLE_ACCOUNTS in Agave. */
const MAX_MULTIPLE_ACCOUNTS = 100;

const ENCODINGS: readonly AccountEncoding[] = ['binary', 'base58', 'base64', 'base64+zstd', 'jsonParsed'];

export function accountEncoding(config: Config, whenAbsent: AccountEncoding = 'binary'): AccountEncoding {
  if (config.encoding === undefined || config.encoding === null) return whenAbsent;
  const encoding = ENCODINGS.find((known) => known === config.encoding);
  if (!encoding) throw invalidParams(`Invalid params: unknown variant \`${String(config.encoding)}\`.`);
  return encoding;
}

function dataSlice(config: Config): DataSlice | null {
  if (config.dataSlice === undefined || config.dataSlice === null) return null;
  const { offset, length } = configParam(config.dataSlice);
  return { offset: numberParam(offset), length: numberParam(length) };
}

/** An account in the requested encoding; null if it does not exist. @throws RpcError for long base58 */
export function showAccount(
  account: AccountState | null,
  config: Config,
  read: (address: string) => AccountState | null,
  whenAbsent?: AccountEncoding,
): AccountView | null {
  if (!account) return null;
  const encoding = accountEncoding(config, whenAbsent);
  const slice = dataSlice(config);
  const shown = slice ? Math.min(slice.length, account.data.length) : account.data.length;
  if ((encoding === 'binary' || encoding === 'base58') && shown > MAX_BASE58_BYTES) {
    throw new RpcError(
      RPC_ERROR.invalidRequest,
      `Encoded binary (base 58) data should be less than ${MAX_BASE58_BYTES} bytes, please use Base64 encoding.`,
    );
  }
  return viewAccount(account, encoding, slice, read);
}

function severalAccounts(addresses: readonly unknown[], config: Config, { chain }: RpcContext) {
  if (addresses.length > MAX_MULTIPLE_ACCOUNTS) {
    throw invalidParams(`Too many inputs provided; max ${MAX_MULTIPLE_ACCOUNTS}`);
  }
  return addresses.map((address) =>
    showAccount(chain.read(addressParam(address)), config, chain.read, 'base64'),
  );
}

/** Balances and account contents. State has no commitment levels here: every commitment sees the newest. */
export const accountMethods: Record<string, RpcMethod> = {
  getBalance: (params, context) => {
    const account = context.chain.read(addressParam(params[0]));
    return withContext(context, configParam(params[1]), Number(account?.lamports ?? 0n));
  },
  getAccountInfo: (params, context) => {
    const config = configParam(params[1]);
    const account = context.chain.read(addressParam(params[0]));
    return withContext(context, config, showAccount(account, config, context.chain.read));
  },
  getMultipleAccounts: (params, context) => {
    const config = configParam(params[1]);
    return withContext(context, config, severalAccounts(listParam(params[0]), config, context));
  },
};

function mintAt(address: string, { chain }: RpcContext): Mint {
  const mint = readMint(chain.read(address));
  if (!mint) throw invalidParams('Invalid param: not a Token mint');
  return mint;
}

function tokenAccountBalance(address: string, context: RpcContext) {
  const account = context.chain.read(address);
  if (!account) throw invalidParams('Invalid param: could not find account');
  const token = readTokenAccount(account);
  if (!token) throw invalidParams('Invalid param: not a Token account');
  return uiTokenAmount(token.amount, mintAt(token.mint, context).decimals);
}

type Filter = { program: string; mint: string | null };

function filterParam(value: unknown, context: RpcContext): Filter {
  const { mint, programId } = configParam(value);
  if (mint !== undefined) {
    const address = addressParam(mint);
    const account = context.chain.read(address);
    if (!account) throw invalidParams('Invalid param: could not find mint');
    if (!readMint(account)) throw invalidParams('Invalid param: not a Token mint');
    return { program: account.owner, mint: address };
  }
  const program = addressParam(programId);
  if (!isTokenProgram(program)) throw invalidParams('Invalid param: unrecognized Token program id');
  return { program, mint: null };
}

function accountsByOwner(owner: string, filter: Filter, config: Config, { chain }: RpcContext) {
  return [...chain.tokenAccountsOf(owner)].flatMap((pubkey) => {
    const account = chain.read(pubkey);
    const token = readTokenAccount(account);
    if (account?.owner !== filter.program || token?.owner !== owner) return [];
    if (filter.mint !== null && token.mint !== filter.mint) return [];
    return { pubkey, account: showAccount(account, config, chain.read) };
  });
}

/** Mints and token accounts of both token programs. */
export const tokenMethods: Record<string, RpcMethod> = {
  getTokenSupply: (params, context) => {
    const { supply, decimals } = mintAt(addressParam(params[0]), context);
    return withContext(context, configParam(params[1]), uiTokenAmount(supply, decimals));
  },
  getTokenAccountBalance: (params, context) =>
    withContext(context, configParam(params[1]), tokenAccountBalance(addressParam(params[0]), context)),
  getTokenAccountsByOwner: (params, context) => {
    const config = configParam(params[2]);
    const filter = filterParam(params[1], context);
    return withContext(context, config, accountsByOwner(addressParam(params[0]), filter, config, context));
  },
};
