import type { UiTokenAmount } from '../chain/token-account.ts';
import type { TransactionError } from '../chain/transaction-error.ts';
import { decodeTransaction, type WireTransaction } from '../chain/wire-transaction.ts';

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

/** All landed transactions, by signature and by address. */
export type History = {
  add(record: TransactionRecord): void;
  find(signature: string): TransactionRecord | undefined;
  /** Transactions that mention an address, oldest first. */
  of(address: string): readonly TransactionRecord[];
  /** Number of transactions landed in a slot so far; only valid for the newest slot. */
  countInSlot(slot: number): number;
  readonly size: number;
};

export function createHistory(): History {
  const bySignature = new Map<string, TransactionRecord>();
  const byAddress = new Map<string, TransactionRecord[]>();
  let newestSlot = -1;
  let inNewestSlot = 0;
  return {
    add(record) {
      bySignature.set(record.signature, record);
      for (const key of new Set(record.keys)) {
        const records = byAddress.get(key);
        if (records) records.push(record);
        else byAddress.set(key, [record]);
      }
      inNewestSlot = record.slot === newestSlot ? inNewestSlot + 1 : 1;
      newestSlot = record.slot;
    },
    find: (signature) => bySignature.get(signature),
    of: (address) => byAddress.get(address) ?? [],
    countInSlot: (slot) => (slot === newestSlot ? inNewestSlot : 0),
    get size() {
      return bySignature.size;
    },
  };
}

/** Decodes the transaction of a record. */
export const transactionOf = (record: TransactionRecord): WireTransaction =>
  decodeTransaction(Buffer.from(record.wire, 'base64'));
