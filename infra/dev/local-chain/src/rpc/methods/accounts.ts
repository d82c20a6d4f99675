import type { Mint } from '@solana-program/token';
import { z } from 'zod';
import {
  type AccountState,
  isTokenProgram,
  readMint,
  readTokenAccount,
  uiTokenAmount,
} from '../../chain/account.ts';
import {
  AccountConfig,
  Address,
  Config,
  invalidParams,
  method,
  type RpcContext,
  withContext,
} from '../context.ts';

/** Nodes return u64::MAX, since rent is no longer collected. JSON readers see the nearest double. */
const RENT_EPOCH = Number(2n ** 64n - 1n);

/** An account in the shape of `getAccountInfo`; null if it does not exist. */
const viewAccount = (account: AccountState | null) =>
  account && {
    data: [Buffer.from(account.data).toString('base64'), 'base64'],
    executable: account.executable,
    lamports: Number(account.lamports),
    owner: account.owner,
    rentEpoch: RENT_EPOCH,
    space: account.data.length,
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

const Filter = z.union([z.object({ mint: Address }), z.object({ programId: Address })]);

function accountsByOwner(owner: string, filter: z.infer<typeof Filter>, context: RpcContext) {
  const { chain } = context;
  if ('mint' in filter) mintAt(filter.mint, context);
  else if (!isTokenProgram(filter.programId))
    throw invalidParams('Invalid param: unrecognized Token program id');
  return [...chain.tokenAccountsOf(owner)].flatMap((pubkey) => {
    const account = chain.read(pubkey);
    const token = readTokenAccount(account);
    const fits = 'mint' in filter ? token?.mint === filter.mint : account?.owner === filter.programId;
    return fits && token?.owner === owner ? { pubkey, account: viewAccount(account) } : [];
  });
}

/** Balances, accounts, and mints and token accounts of both token programs. Every commitment sees the newest state. */
export const accountMethods = {
  getBalance: method(z.tuple([Address, Config]), ([address, config], context) =>
    withContext(context, config, Number(context.chain.read(address)?.lamports ?? 0n)),
  ),
  getAccountInfo: method(z.tuple([Address, AccountConfig]), ([address, config], context) =>
    withContext(context, config, viewAccount(context.chain.read(address))),
  ),
  getTokenAccountBalance: method(z.tuple([Address, Config]), ([address, config], context) =>
    withContext(context, config, tokenAccountBalance(address, context)),
  ),
  getTokenAccountsByOwner: method(
    z.tuple([Address, Filter, AccountConfig]),
    ([owner, filter, config], context) =>
      withContext(context, config, accountsByOwner(owner, filter, context)),
  ),
};
