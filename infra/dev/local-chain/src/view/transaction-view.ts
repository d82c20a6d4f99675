import bs58 from 'bs58';
import type { CompiledInstruction, WireTransaction } from '../chain/wire-transaction.ts';
import { type RecordedInstruction, type TransactionRecord, transactionOf } from '../history/history.ts';

export type TransactionEncoding = 'json' | 'base58' | 'base64';

/** Top-level instructions have height 1, inner ones more. */
const TOP_LEVEL_HEIGHT = 1;

const recorded = (instruction: CompiledInstruction): RecordedInstruction => ({
  programIdIndex: instruction.programIdIndex,
  accounts: instruction.accounts,
  data: bs58.encode(instruction.data),
  stackHeight: TOP_LEVEL_HEIGHT,
});

const versionParts = ({ version }: WireTransaction) =>
  version === 'legacy' ? {} : { addressTableLookups: [] };

function jsonMessage(transaction: WireTransaction) {
  const { header } = transaction;
  return {
    header: {
      numRequiredSignatures: header.numSignerAccounts,
      numReadonlySignedAccounts: header.numReadonlySignerAccounts,
      numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
    },
    accountKeys: transaction.keys,
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
  if (encoding === 'json') {
    return { ...frame, meta: record.meta, transaction: { signatures, message: jsonMessage(transaction) } };
  }
  const wire = encoding === 'base64' ? record.wire : bs58.encode(transaction.bytes);
  return { ...frame, meta: record.meta, transaction: [wire, encoding] };
}
