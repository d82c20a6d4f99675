import bs58 from 'bs58';
import {
  ASSOCIATED_TOKEN_PROGRAM,
  isMemoProgram,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../chain/account-state.ts';
import { type CompiledInstruction, isWritable } from '../chain/compiled-message.ts';
import type { WireTransaction } from '../chain/wire-transaction.ts';
import { transactionOf } from '../history/history.ts';
import type { RecordedInstruction, TransactionRecord } from '../history/record.ts';
import type { InstructionParser, Parsed } from './instruction-shape.ts';
import { parseToken } from './parse-token.ts';

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

export type ParsedInstruction =
  | { program: string; programId: string; parsed: Parsed | string; stackHeight: number }
  | { programId: string; accounts: string[]; data: string; stackHeight: number };

const PARSERS: Record<string, { program: string; parse: InstructionParser }> = {
  [SYSTEM_PROGRAM]: { program: 'system', parse: parseSystem },
  [TOKEN_PROGRAM]: { program: 'spl-token', parse: parseToken },
  [TOKEN_2022_PROGRAM]: { program: 'spl-token', parse: parseToken },
  [ASSOCIATED_TOKEN_PROGRAM]: { program: 'spl-associated-token-account', parse: parseAssociatedToken },
};

function parsedBy(parser: InstructionParser, data: Buffer, accounts: string[]): Parsed | null {
  try {
    return parser(data, accounts);
  } catch (error) {
    // Truncated data means an unknown instruction, not a fault.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** An instruction in the shape of encoding "jsonParsed"; unknown ones keep their accounts and data. */
export function parseInstruction(instruction: RecordedInstruction, keys: string[]): ParsedInstruction {
  const programId = keys[instruction.programIdIndex] ?? '';
  const accounts = instruction.accounts.map((index) => keys[index] ?? '');
  const data = Buffer.from(bs58.decode(instruction.data));
  const { stackHeight } = instruction;
  if (isMemoProgram(programId)) {
    return { program: 'spl-memo', programId, parsed: data.toString('utf8'), stackHeight };
  }
  const known = PARSERS[programId];
  const parsed = known && parsedBy(known.parse, data, accounts);
  if (known && parsed) return { program: known.program, programId, parsed, stackHeight };
  return { programId, accounts, data: instruction.data, stackHeight };
}

const key = (data: Buffer, offset: number): string => bs58.encode(data.subarray(offset, offset + 32));
const lamports = (data: Buffer, offset: number): number => Number(data.readBigUInt64LE(offset));

/** Instructions of the System Program; names as in Agave's `parse_system.rs`. */
function parseSystem(data: Buffer, accounts: string[]): Parsed | null {
  const [first, second, third] = accounts;
  switch (data.readUInt32LE(0)) {
    case 0: {
      const info = {
        source: first,
        newAccount: second,
        lamports: lamports(data, 4),
        space: lamports(data, 12),
        owner: key(data, 20),
      };
      return { type: 'createAccount', info };
    }
    case 1:
      return { type: 'assign', info: { account: first, owner: key(data, 4) } };
    case 2:
      return { type: 'transfer', info: { source: first, destination: second, lamports: lamports(data, 4) } };
    case 4:
      return {
        type: 'advanceNonce',
        info: { nonceAccount: first, recentBlockhashesSysvar: second, nonceAuthority: third },
      };
    case 8:
      return { type: 'allocate', info: { account: first, space: lamports(data, 4) } };
    default:
      return null;
  }
}

const TYPES: Record<number, string> = { 0: 'create', 1: 'createIdempotent' };

/** Creation of associated token accounts; names as in Agave's `parse_associated_token.rs`. */
function parseAssociatedToken(data: Buffer, accounts: string[]): Parsed | null {
  const type = TYPES[data[0] ?? 0];
  const [source, account, wallet, mint, systemProgram, tokenProgram] = accounts;
  if (!type || tokenProgram === undefined) return null;
  return { type, info: { source, account, wallet, mint, systemProgram, tokenProgram } };
}
