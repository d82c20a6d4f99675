import type { Address } from '@solana/kit';
import { type AccountState, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../chain/account-state.ts';
import { isTokenProgram, type Mint, readMint, readTokenAccount } from '../../chain/token-account.ts';
import { uiTokenAmount } from '../../view/token-amount.ts';
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

/** Token accounts of a program, with their addresses. */
function tokenAccounts(program: string, { chain }: RpcContext): { pubkey: string; account: AccountState }[] {
  return chain.svm.getProgramAccounts(program as Address).map((account) => ({
    pubkey: account.address,
    account: {
      lamports: account.lamports,
      owner: account.programAddress,
      data: account.data as unknown as Uint8Array,
      executable: account.executable,
    },
  }));
}

function accountsByOwner(owner: string, filter: Filter, config: Config, context: RpcContext) {
  return tokenAccounts(filter.program, context)
    .filter(({ account }) => {
      const token = readTokenAccount(account);
      return token?.owner === owner && (filter.mint === null || token.mint === filter.mint);
    })
    .map(({ pubkey, account }) => ({ pubkey, account: showAccount(account, config, context.chain.read) }));
}

function largestAccounts(mint: string, context: RpcContext) {
  const { decimals } = mintAt(mint, context);
  return [TOKEN_PROGRAM, TOKEN_2022_PROGRAM]
    .flatMap((program) => tokenAccounts(program, context))
    .flatMap(({ pubkey, account }) => {
      const token = readTokenAccount(account);
      return token?.mint === mint ? [{ address: pubkey, amount: token.amount }] : [];
    })
    .toSorted((a, b) => (a.amount < b.amount ? 1 : -1))
    .slice(0, 20)
    .map(({ address, amount }) => ({ address, ...uiTokenAmount(amount, decimals) }));
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
  getTokenLargestAccounts: (params, context) =>
    withContext(context, configParam(params[1]), largestAccounts(addressParam(params[0]), context)),
};
