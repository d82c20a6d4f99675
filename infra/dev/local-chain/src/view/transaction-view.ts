import bs58 from 'bs58';
import type { CompiledInstruction } from '../chain/compiled-message.ts';
import type { WireTransaction } from '../chain/wire-transaction.ts';
import { transactionOf } from '../history/history.ts';
import type { RecordedInstruction, TransactionRecord } from '../history/record.ts';

export type TransactionEncoding = 'json' | 'base64';

/** Top-level instructions have height 1, inner ones more. */
const TOP_LEVEL_HEIGHT = 1;

const recorded = (instruction: CompiledInstruction): RecordedInstruction => ({
  programIdIndex: instruction.programIdIndex,
  accounts: instruction.accounts,
  data: bs58.encode(instruction.data),
  stackHeight: TOP_LEVEL_HEIGHT,
});

/** Fields specific to version 0 or version 1 messages. */
function versionParts({ version, lookups, config }: WireTransaction) {
  if (version === 'legacy') return {};
  if (version === 1) return { transactionConfig: config };
  return {
    addressTableLookups: lookups.map((use) => ({
      accountKey: use.table,
      writableIndexes: use.writable,
      readonlyIndexes: use.readonly,
    })),
  };
}

function jsonMessage(transaction: WireTransaction) {
  const { header } = transaction;
  return {
    header: {
      numRequiredSignatures: header.numSignerAccounts,
      numReadonlySignedAccounts: header.numReadonlySignerAccounts,
      numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
    },
    accountKeys: transaction.staticKeys,
    recentBlockhash: transaction.blockhash,
    instructions: transaction.instructions.map(recorded),
    ...versionParts(transaction),
  };
}

/**
 * A landed transaction in the shape of `getTransaction` (Agave 4, as of 2026).
 * @param showVersion nodes name the version only to callers who say which they understand
 */
export function viewTransaction(
  record: TransactionRecord,
  encoding: TransactionEncoding,
  showVersion: boolean,
) {
  const transaction = transactionOf(record);
  const { signatures, version } = transaction;
  const frame = {
    slot: record.slot,
    blockTime: record.blockTime,
    transactionIndex: record.indexInSlot,
    ...(showVersion ? { version } : {}),
  };
  return encoding === 'json'
    ? { ...frame, meta: record.meta, transaction: { signatures, message: jsonMessage(transaction) } }
    : { ...frame, meta: record.meta, transaction: [record.wire, encoding] };
}
