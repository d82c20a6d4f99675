import type { AccountState } from '../../chain/account-state.ts';
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
