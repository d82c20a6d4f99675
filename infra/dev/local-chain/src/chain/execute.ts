import bs58 from 'bs58';
import { FailedTransactionMetadata, type LiteSVM, type TransactionMetadata } from 'litesvm';
import type {
  AccountAfter,
  InnerInstructions,
  ReturnData,
  TokenBalance,
  TransactionMeta,
} from '../history/history.ts';
import { type AccountState, readAccount, sameAccount } from './account-state.ts';
import { readMint, readTokenAccount, uiTokenAmount } from './token-account.ts';
import { errorOf, type TransactionError } from './transaction-error.ts';
import { isWritable, type WireTransaction } from './wire-transaction.ts';

export type ChangedAccount = { address: string; was: AccountState | null; is: AccountState | null };

/** The result of a transaction: landed (possibly with an error), or rejected. */
export type Execution =
  | { landed: true; keys: string[]; meta: TransactionMeta; changed: ChangedAccount[] }
  | { landed: false; err: TransactionError };

export function innerInstructionsOf(meta: TransactionMetadata): InnerInstructions[] {
  return meta
    .innerInstructions()
    .map((group, index) => ({
      index,
      instructions: group.map((inner) => {
        const instruction = inner.instruction();
        return {
          programIdIndex: instruction.programIdIndex(),
          accounts: [...instruction.accounts()],
          data: bs58.encode(instruction.data()),
          stackHeight: inner.stackHeight(),
        };
      }),
    }))
    .filter((group) => group.instructions.length > 0);
}

export function returnDataOf(meta: TransactionMetadata): ReturnData | null {
  const returned = meta.returnData();
  const data = returned.data();
  if (data.length === 0) return null;
  return {
    programId: bs58.encode(returned.programId()),
    data: [Buffer.from(data).toString('base64'), 'base64'],
  };
}

/**
 * Token balances of a transaction's accounts, in the order of its keys. As on a node, an account without a readable
 * mint is omitted, and the `uiAmount` of zero is null.
 */
function tokenBalances(
  accounts: readonly (AccountState | null)[],
  read: (address: string) => AccountState | null,
): TokenBalance[] {
  return accounts.flatMap((account, accountIndex) => {
    const token = readTokenAccount(account);
    if (!account || !token) return [];
    const mint = readMint(read(token.mint));
    if (!mint) return [];
    const amount = uiTokenAmount(token.amount, mint.decimals);
    return {
      accountIndex,
      mint: token.mint,
      owner: token.owner,
      programId: account.owner,
      uiTokenAmount: token.amount === 0n ? { ...amount, uiAmount: null } : amount,
    };
  });
}

const lamportsOf = (accounts: readonly (AccountState | null)[]): number[] =>
  accounts.map((account) => Number(account?.lamports ?? 0n));

const sum = (numbers: readonly number[]): number => numbers.reduce((total, value) => total + value, 0);

/** Programs neither create nor destroy lamports, so the difference is the fee. */
const feeBetween = (pre: readonly number[], post: readonly number[]): number => sum(pre) - sum(post);

/** A changed account in the format of the log. */
export function accountAfter({ address, is: state }: ChangedAccount): AccountAfter {
  if (!state) return { address, state: null };
  const { owner, executable } = state;
  const data = Buffer.from(state.data).toString('base64');
  return { address, state: { lamports: state.lamports.toString(), owner, data, executable } };
}

/** Executes a transaction on the virtual machine and describes its effects like a node. */
export function execute(svm: LiteSVM, transaction: WireTransaction): Execution {
  const read = (address: string): AccountState | null => readAccount(svm, address);
  const { keys } = transaction;
  const before = keys.map(read);
  const preTokenBalances = tokenBalances(before, read);

  const outcome = svm.sendTransaction(transaction.kit);
  const failed = outcome instanceof FailedTransactionMetadata;
  const meta = failed ? outcome.meta() : outcome;
  const err = failed ? errorOf(outcome) : null;

  const now = keys.map(read);
  // Only an executed transaction pays its fee; one rejected before leaves no trace.
  if (err !== null && before[0]?.lamports === now[0]?.lamports) return { landed: false, err };

  const changed = keys.flatMap((key, index) =>
    isWritable(transaction, index) && !sameAccount(before[index] ?? null, now[index] ?? null)
      ? [{ address: key, was: before[index] ?? null, is: now[index] ?? null }]
      : [],
  );
  const returnData = returnDataOf(meta);
  const preBalances = lamportsOf(before);
  const postBalances = lamportsOf(now);
  return {
    landed: true,
    keys,
    changed,
    meta: {
      err,
      status: err === null ? { Ok: null } : { Err: err },
      fee: feeBetween(preBalances, postBalances),
      preBalances,
      postBalances,
      preTokenBalances,
      postTokenBalances: tokenBalances(now, read),
      innerInstructions: innerInstructionsOf(meta),
      logMessages: meta.logs(),
      loadedAddresses: { writable: [], readonly: [] },
      computeUnitsConsumed: Number(meta.computeUnitsConsumed()),
      ...(returnData ? { returnData } : {}),
      rewards: [],
    },
  };
}
