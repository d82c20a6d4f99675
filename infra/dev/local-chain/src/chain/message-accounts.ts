import bs58 from 'bs58';
import { type AccountState, LOOKUP_TABLE_PROGRAM } from './account-state.ts';
import type { WireTransaction } from './wire-transaction.ts';

export type LoadedAddresses = { writable: string[]; readonly: string[] };

/** Bytes before the first address in a lookup table account (LOOKUP_TABLE_META_SIZE in Agave). */
const LOOKUP_TABLE_META_BYTES = 56;
const ADDRESS_BYTES = 32;

function tableEntry(table: AccountState, index: number): string | null {
  const start = LOOKUP_TABLE_META_BYTES + index * ADDRESS_BYTES;
  const bytes = table.data.subarray(start, start + ADDRESS_BYTES);
  return bytes.length === ADDRESS_BYTES ? bs58.encode(bytes) : null;
}

/** Addresses that a transaction loads from lookup tables; null if a table or entry does not exist. */
export function loadAddresses(
  transaction: WireTransaction,
  read: (address: string) => AccountState | null,
): LoadedAddresses | null {
  const loaded: LoadedAddresses = { writable: [], readonly: [] };
  for (const use of transaction.lookups) {
    const table = read(use.table);
    if (table?.owner !== LOOKUP_TABLE_PROGRAM) return null;
    for (const kind of ['writable', 'readonly'] as const) {
      for (const index of use[kind]) {
        const address = tableEntry(table, index);
        if (address === null) return null;
        loaded[kind].push(address);
      }
    }
  }
  return loaded;
}

/** All keys in the order of instruction indexes: static, loaded writable, loaded read-only. */
export const allKeys = (transaction: WireTransaction, loaded: LoadedAddresses): string[] => [
  ...transaction.staticKeys,
  ...loaded.writable,
  ...loaded.readonly,
];

/** Whether the key at `index` (in the order of `allKeys`) is write-locked. */
export function isWritable(
  transaction: WireTransaction,
  loadedWritableCount: number,
  index: number,
): boolean {
  const { header, staticKeys } = transaction;
  if (index >= staticKeys.length) return index < staticKeys.length + loadedWritableCount;
  if (index < header.numSignerAccounts) {
    return index < header.numSignerAccounts - header.numReadonlySignerAccounts;
  }
  return index < staticKeys.length - header.numReadonlyNonSignerAccounts;
}
