import bs58 from 'bs58';
import { type CompiledInstruction, isWritable, type WireTransaction } from '../chain/wire-transaction.ts';
import { type RecordedInstruction, type TransactionRecord, transactionOf } from '../history/history.ts';
import { parseInstruction } from './parse-instruction.ts';

export type TransactionEncoding = 'json' | 'jsonParsed' | 'base58' | 'base64';

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

function parsedMessage(transaction: WireTransaction) {
  const { keys } = transaction;
  return {
    accountKeys: keys.map((pubkey, index) => ({
      pubkey,
      signer: index < transaction.header.numSignerAccounts,
      source: 'transaction',
      writable: isWritable(transaction, index),
    })),
    recentBlockhash: transaction.blockhash,
    instructions: transaction.instructions.map((instruction) =>
      parseInstruction(recorded(instruction), keys),
    ),
    ...versionParts(transaction),
  };
}

/** A parsed `meta` names accounts in full, so it has no `loadedAddresses`. */
function parsedMeta({ meta }: TransactionRecord, keys: string[]) {
  const { loadedAddresses: _, innerInstructions, ...rest } = meta;
  return {
    ...rest,
    innerInstructions: innerInstructions.map(({ index, instructions }) => ({
      index,
      instructions: instructions.map((instruction) => parseInstruction(instruction, keys)),
    })),
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
  if (encoding === 'jsonParsed') {
    const message = parsedMessage(transaction);
    return {
      ...frame,
      meta: parsedMeta(record, transaction.keys),
      transaction: { signatures, message },
    };
  }
  const wire = encoding === 'base64' ? record.wire : bs58.encode(transaction.bytes);
  return { ...frame, meta: record.meta, transaction: [wire, encoding] };
}
