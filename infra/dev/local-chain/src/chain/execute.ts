import bs58 from 'bs58';
import { FailedTransactionMetadata, type LiteSVM, type TransactionMetadata } from 'litesvm';
import {
  type AccountState,
  readAccount,
  readMint,
  readTokenAccount,
  sameAccount,
  uiTokenAmount,
} from './account.ts';
import { errorOf, isWritable, type TransactionError, type WireTransaction } from './transaction.ts';

export type ChangedAccount = { address: string; was: AccountState | null; is: AccountState | null };

function innerInstructionsOf(meta: TransactionMetadata) {
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

export function returnDataOf(meta: TransactionMetadata) {
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
) {
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

export type AccountAfter = ReturnType<typeof accountAfter>;

/** A changed account in the format of the log: null when deleted, data in base64, lamports as decimal text. */
export function accountAfter({ address, is: state }: ChangedAccount) {
  if (!state) return { address, state: null };
  const { owner, executable } = state;
  const data = Buffer.from(state.data).toString('base64');
  return { address, state: { lamports: state.lamports.toString(), owner, data, executable } };
}

/** The `meta` of a landed transaction, as a node returns it with encoding "json". */
export type TransactionMeta = Extract<ReturnType<typeof execute>, { landed: true }>['meta'];

/**
 * Executes a transaction on the virtual machine and describes its effects like a node: landed, possibly with an error, or
 * rejected.
 */
export function execute(svm: LiteSVM, transaction: WireTransaction) {
  const read = (address: string): AccountState | null => readAccount(svm, address);
  const keys: string[] = [...transaction.message.staticAccounts];
  const before = keys.map(read);
  const preTokenBalances = tokenBalances(before, read);

  const outcome = svm.sendTransaction(transaction.kit);
  const failed = outcome instanceof FailedTransactionMetadata;
  const meta = failed ? outcome.meta() : outcome;
  const err: TransactionError | null = failed ? errorOf(outcome) : null;

  const now = keys.map(read);
  // Only an executed transaction pays its fee; one rejected before leaves no trace.
  if (err !== null && before[0]?.lamports === now[0]?.lamports) return { landed: false as const, err };

  const changed = keys.flatMap((address, index): ChangedAccount[] => {
    const [was = null, is = null] = [before[index], now[index]];
    return isWritable(transaction.message, index) && !sameAccount(was, is) ? [{ address, was, is }] : [];
  });
  const returnData = returnDataOf(meta);
  const preBalances = lamportsOf(before);
  const postBalances = lamportsOf(now);
  return {
    landed: true as const,
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
      // This chain has no lookup tables.
      loadedAddresses: { writable: [], readonly: [] },
      computeUnitsConsumed: Number(meta.computeUnitsConsumed()),
      ...(returnData ? { returnData } : {}),
      rewards: [],
    },
  };
}
