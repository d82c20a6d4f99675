import type { UiTokenAmount } from '../chain/token-account.ts';
import type { TransactionError } from '../chain/transaction-error.ts';

export type RecordedInstruction = {
  programIdIndex: number;
  accounts: number[];
  /** base58 */
  data: string;
  stackHeight: number;
};

export type InnerInstructions = { index: number; instructions: RecordedInstruction[] };

export type ReturnData = { programId: string; data: [string, 'base64'] };

/** One entry of `preTokenBalances` or `postTokenBalances`. */
export type TokenBalance = {
  accountIndex: number;
  mint: string;
  owner: string;
  programId: string;
  uiTokenAmount: UiTokenAmount;
};

/** The `meta` of a landed transaction, as a node returns it with encoding "json". */
export type TransactionMeta = {
  err: TransactionError | null;
  status: { Ok: null } | { Err: TransactionError };
  fee: number;
  preBalances: number[];
  postBalances: number[];
  preTokenBalances: TokenBalance[];
  postTokenBalances: TokenBalance[];
  innerInstructions: InnerInstructions[];
  logMessages: string[];
  /** This chain has no lookup tables. */
  loadedAddresses: { writable: []; readonly: [] };
  computeUnitsConsumed: number;
  returnData?: ReturnData;
  rewards: [];
};

/** An account after a transaction; null when deleted. Data is base64, lamports decimal text. */
export type AccountAfter = {
  address: string;
  state: { lamports: string; owner: string; data: string; executable: boolean } | null;
};

/** A landed transaction and its effects: enough to serve it and to rebuild the state. */
export type TransactionRecord = {
  kind: 'transaction';
  signature: string;
  slot: number;
  /** Index among the transactions of its slot, from 0. */
  indexInSlot: number;
  /** Unix seconds, chain time. */
  blockTime: number;
  /** Unix milliseconds, real time; the commitment delays start here. */
  acceptedAtMs: number;
  keys: string[];
  /** The memos of its top-level instructions, as in `getSignaturesForAddress`. */
  memo: string | null;
  /** The transaction as sent, base64. */
  wire: string;
  meta: TransactionMeta;
  accountsAfter: AccountAfter[];
};
