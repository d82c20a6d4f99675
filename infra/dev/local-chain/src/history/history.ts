import { decodeTransaction, type WireTransaction } from '../chain/wire-transaction.ts';
import type { TransactionRecord } from './record.ts';

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
