import type { Mint } from '@solana-program/token';
import { isTokenProgram, readMint, readTokenAccount, uiTokenAmount } from '../../chain/token-account.ts';
import { type RpcContext, type RpcMethod, withContext } from '../context.ts';
import { addressParam, type Config, configParam } from '../params.ts';
import { invalidParams } from '../rpc-error.ts';
import { showAccount } from './accounts.ts';

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
