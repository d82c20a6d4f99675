import type { AccountAfter, TransactionMeta } from '../chain/execute.ts';
import { decodeTransaction, type WireTransaction } from '../chain/wire-transaction.ts';

/** A landed transaction and its effects: enough to serve it and to rebuild the state. */
export type TransactionRecord = {
  kind: 'transaction';
  signature: string;
  slot: number;
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
export function createHistory() {
  const bySignature = new Map<string, TransactionRecord>();
  const byAddress = new Map<string, TransactionRecord[]>();
  return {
    add(record: TransactionRecord): void {
      bySignature.set(record.signature, record);
      for (const key of new Set(record.keys)) {
        const records = byAddress.get(key);
        if (records) records.push(record);
        else byAddress.set(key, [record]);
      }
    },
    find: (signature: string) => bySignature.get(signature),
    /** Transactions that mention an address, oldest first. */
    of: (address: string): readonly TransactionRecord[] => byAddress.get(address) ?? [],
    get size() {
      return bySignature.size;
    },
  };
}

/** Decodes the transaction of a record. */
export const transactionOf = (record: TransactionRecord): WireTransaction =>
  decodeTransaction(Buffer.from(record.wire, 'base64'));
