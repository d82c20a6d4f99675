import type { AccountState } from '../../chain/account-state.ts';
import { type RpcContext, type RpcMethod, withContext } from '../context.ts';
import { addressParam, type Config, configParam, listParam } from '../params.ts';
import { invalidParams } from '../rpc-error.ts';

/** MAX_MULTIPLE_ACCOUNTS in Agave. */
const MAX_MULTIPLE_ACCOUNTS = 100;

/** Nodes return u64::MAX, since rent is no longer collected. JSON readers see the nearest double. */
const RENT_EPOCH = Number(2n ** 64n - 1n);

/** An account in the shape of `getAccountInfo`; null if it does not exist. @throws RpcError for other encodings */
export function showAccount(account: AccountState | null, { encoding }: Config) {
  if (encoding !== 'base64')
    throw invalidParams(`The local chain returns accounts in base64, not ${String(encoding)}`);
  if (!account) return null;
  return {
    data: [Buffer.from(account.data).toString('base64'), 'base64'],
    executable: account.executable,
    lamports: Number(account.lamports),
    owner: account.owner,
    rentEpoch: RENT_EPOCH,
    space: account.data.length,
  };
}

function severalAccounts(addresses: readonly unknown[], config: Config, { chain }: RpcContext) {
  if (addresses.length > MAX_MULTIPLE_ACCOUNTS) {
    throw invalidParams(`Too many inputs provided; max ${MAX_MULTIPLE_ACCOUNTS}`);
  }
  return addresses.map((address) => showAccount(chain.read(addressParam(address)), config));
}

/** Balances and account contents. State has no commitment levels here: every commitment sees the newest. */
export const accountMethods: Record<string, RpcMethod> = {
  getBalance: (params, context) => {
    const account = context.chain.read(addressParam(params[0]));
    return withContext(context, configParam(params[1]), Number(account?.lamports ?? 0n));
  },
  getAccountInfo: (params, context) => {
    const config = configParam(params[1]);
    return withContext(context, config, showAccount(context.chain.read(addressParam(params[0])), config));
  },
  getMultipleAccounts: (params, context) => {
    const config = configParam(params[1]);
    return withContext(context, config, severalAccounts(listParam(params[0]), config, context));
  },
};
