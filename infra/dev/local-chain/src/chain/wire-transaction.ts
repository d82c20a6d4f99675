import { createPublicKey, verify } from 'node:crypto';
import {
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  getTransactionEncoder,
  type Transaction,
} from '@solana/kit';
import bs58 from 'bs58';

type CompiledMessage = CompiledTransactionMessage & CompiledTransactionMessageWithLifetime;

export type CompiledInstruction = { programIdIndex: number; accounts: number[]; data: Uint8Array };

/** The contents of a message: legacy, or version 0 without lookup tables. */
export type MessageParts = {
  version: 'legacy' | 0;
  header: {
    numSignerAccounts: number;
    numReadonlySignerAccounts: number;
    numReadonlyNonSignerAccounts: number;
  };
  keys: string[];
  blockhash: string;
  instructions: CompiledInstruction[];
};

/** Decodes a message. @throws when the bytes are not a message, or one that this chain does not run */
export function decodeMessage(bytes: Uint8Array): MessageParts {
  const message = getCompiledTransactionMessageDecoder().decode(bytes) as CompiledMessage;
  if (message.version === 1) throw new Error('version 1 is not supported here');
  if (message.version === 0 && message.addressTableLookups?.length)
    throw new Error('address lookup tables are not supported here');
  return {
    version: message.version,
    header: message.header,
    keys: [...message.staticAccounts],
    blockhash: message.lifetimeToken,
    instructions: message.instructions.map((instruction) => ({
      programIdIndex: instruction.programAddressIndex,
      accounts: [...(instruction.accountIndices ?? [])],
      data: Uint8Array.from(instruction.data ?? []),
    })),
  };
}

/** Whether the key at `index` is write-locked. */
export function isWritable({ header, keys }: MessageParts, index: number): boolean {
  if (index < header.numSignerAccounts) {
    return index < header.numSignerAccounts - header.numReadonlySignerAccounts;
  }
  return index < keys.length - header.numReadonlyNonSignerAccounts;
}

/** Largest transaction (PACKET_DATA_SIZE in Agave). */
export const MAX_TRANSACTION_BYTES = 1232;

/** A decoded transaction with all data that the chain uses. */
export type WireTransaction = MessageParts & {
  bytes: Uint8Array;
  kit: Transaction;
  /** The first signature in base58, which identifies the transaction. */
  signature: string;
  signatures: string[];
};

const SIGNATURE_BYTES = 64;
const UNSIGNED = new Uint8Array(SIGNATURE_BYTES);

/** Why the bytes are not a valid transaction. */
export class MalformedTransactionError extends Error {
  override name = 'MalformedTransactionError';
}

/** Same rules as Agave's `sanitize`: every index is in range, and the fee payer is not a program. */
function assertIndexesInRange(transaction: WireTransaction): void {
  const { header, keys, instructions } = transaction;
  const headerFits =
    header.numSignerAccounts >= 1 &&
    header.numReadonlySignerAccounts < header.numSignerAccounts &&
    header.numSignerAccounts + header.numReadonlyNonSignerAccounts <= keys.length;
  const instructionsFit = instructions.every(
    (instruction) =>
      instruction.programIdIndex > 0 &&
      instruction.programIdIndex < keys.length &&
      instruction.accounts.every((index) => index < keys.length),
  );
  if (!headerFits || !instructionsFit || transaction.signatures.length !== header.numSignerAccounts) {
    throw new MalformedTransactionError(
      'invalid transaction: Transaction failed to sanitize accounts offsets correctly',
    );
  }
}

function assertSize({ bytes }: WireTransaction): void {
  if (bytes.length <= MAX_TRANSACTION_BYTES) return;
  throw new MalformedTransactionError(
    `decoded solana_transaction::versioned::VersionedTransaction too large: ${bytes.length} bytes (max: ${MAX_TRANSACTION_BYTES} bytes)`,
  );
}

function decodeParts(bytes: Uint8Array): { kit: Transaction; message: MessageParts } {
  try {
    const kit = getTransactionDecoder().decode(bytes);
    if (getTransactionEncoder().encode(kit).length !== bytes.length) throw new Error('trailing bytes');
    return { kit, message: decodeMessage(Uint8Array.from(kit.messageBytes)) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MalformedTransactionError(
      `failed to deserialize solana_transaction::versioned::VersionedTransaction: ${reason}`,
    );
  }
}

/**
 * Decodes and sanitises a transaction in wire format (legacy or version 0, signed or not).
 * @throws MalformedTransactionError
 */
export function decodeTransaction(bytes: Uint8Array): WireTransaction {
  const { kit, message } = decodeParts(bytes);
  const signatures = Object.values(kit.signatures).map((signature) => bs58.encode(signature ?? UNSIGNED));
  const transaction: WireTransaction = {
    ...message,
    bytes,
    kit,
    signature: signatures[0] ?? '',
    signatures,
  };
  assertSize(transaction);
  assertIndexesInRange(transaction);
  return transaction;
}

// An Ed25519 public key in DER is this prefix and the 32 raw bytes (RFC 8410).
const ED25519_DER_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** Whether every required signature is present and valid. */
export function signaturesAreValid(transaction: WireTransaction): boolean {
  return transaction.signatures.every((signature, index) => {
    const signer = transaction.keys[index];
    if (signer === undefined) return false;
    const key = createPublicKey({
      key: Buffer.concat([ED25519_DER_PREFIX, bs58.decode(signer)]),
      format: 'der',
      type: 'spki',
    });
    return verify(null, Uint8Array.from(transaction.kit.messageBytes), key, bs58.decode(signature));
  });
}
