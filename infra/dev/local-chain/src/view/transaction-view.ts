import bs58 from 'bs58';
import { type TransactionRecord, transactionOf } from '../history/history.ts';

/** Top-level instructions have height 1, inner ones more. */
const TOP_LEVEL_HEIGHT = 1;

/** A landed transaction in the shape of `getTransaction` with encoding "json" (Agave 4, as of 2026). */
export function viewTransaction(record: TransactionRecord) {
  const { signatures, message } = transactionOf(record);
  const { header, version } = message;
  return {
    slot: record.slot,
    blockTime: record.blockTime,
    version,
    meta: record.meta,
    transaction: {
      signatures,
      message: {
        header: {
          numRequiredSignatures: header.numSignerAccounts,
          numReadonlySignedAccounts: header.numReadonlySignerAccounts,
          numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
        },
        accountKeys: message.staticAccounts,
        recentBlockhash: message.lifetimeToken,
        instructions: message.instructions.map(({ programAddressIndex, accountIndices = [], data = [] }) => ({
          programIdIndex: programAddressIndex,
          accounts: accountIndices,
          data: bs58.encode(Uint8Array.from(data)),
          stackHeight: TOP_LEVEL_HEIGHT,
        })),
        ...(version === 'legacy' ? {} : { addressTableLookups: [] }),
      },
    },
  };
}
