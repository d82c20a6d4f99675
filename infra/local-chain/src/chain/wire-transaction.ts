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

/** Largest packet the network carries (PACKET_DATA_SIZE in Agave). */
export const MAX_TRANSACTION_BYTES = 1232;

export type CompiledMessage = CompiledTransactionMessage & CompiledTransactionMessageWithLifetime;

export type CompiledInstruction = { programIdIndex: number; accounts: number[]; data: Uint8Array };

export type LookupTableUse = { table: string; writable: number[]; readonly: number[] };

/** A decoded transaction with everything the chain asks of it. */
export type WireTransaction = {
  bytes: Uint8Array;
  kit: Transaction;
  /** The first signature, base58: the transaction's name. */
  signature: string;
  signatures: string[];
  version: 'legacy' | 0;
  header: CompiledMessage['header'];
  staticKeys: string[];
  blockhash: string;
  instructions: CompiledInstruction[];
  lookups: LookupTableUse[];
};

const SIGNATURE_BYTES = 64;
const UNSIGNED = new Uint8Array(SIGNATURE_BYTES);

/** Why bytes are no transaction. */
export class MalformedTransactionError extends Error {
  override name = 'MalformedTransactionError';
}

function lookupsOf(message: CompiledMessage): LookupTableUse[] {
  if (message.version !== 0) return [];
  return (message.addressTableLookups ?? []).map((lookup) => ({
    table: lookup.lookupTableAddress,
    writable: [...lookup.writableIndexes],
    readonly: [...lookup.readonlyIndexes],
  }));
}

/** Same rules as Agave's `sanitize`: every index points at something, and the fee payer is no program. */
function assertIndexesInRange(transaction: WireTransaction): void {
  const { header, staticKeys, lookups, instructions } = transaction;
  const loaded = lookups.reduce((sum, use) => sum + use.writable.length + use.readonly.length, 0);
  const total = staticKeys.length + loaded;
  const headerFits =
    header.numSignerAccounts >= 1 &&
    header.numReadonlySignerAccounts < header.numSignerAccounts &&
    header.numSignerAccounts + header.numReadonlyNonSignerAccounts <= staticKeys.length;
  const instructionsFit = instructions.every(
    (instruction) =>
      instruction.programIdIndex > 0 &&
      instruction.programIdIndex < staticKeys.length &&
      instruction.accounts.every((index) => index < total),
  );
  if (!headerFits || !instructionsFit || transaction.signatures.length !== header.numSignerAccounts) {
    throw new MalformedTransactionError(
      'invalid transaction: Transaction failed to sanitize accounts offsets correctly',
    );
  }
}

/** Decodes a message alone (getFeeForMessage). @throws when the bytes are no message */
export function decodeMessage(bytes: Uint8Array): CompiledMessage {
  return getCompiledTransactionMessageDecoder().decode(bytes) as CompiledMessage;
}

export function instructionsOf(message: CompiledMessage): CompiledInstruction[] {
  if (message.version !== 'legacy' && message.version !== 0) return [];
  return message.instructions.map((instruction) => ({
    programIdIndex: instruction.programAddressIndex,
    accounts: [...(instruction.accountIndices ?? [])],
    data: Uint8Array.from(instruction.data ?? []),
  }));
}

function decodeParts(bytes: Uint8Array): { kit: Transaction; message: CompiledMessage } {
  try {
    const kit = getTransactionDecoder().decode(bytes);
    const encoded = getTransactionEncoder().encode(kit);
    if (encoded.length !== bytes.length) throw new Error('trailing bytes');
    return { kit, message: decodeMessage(kit.messageBytes as unknown as Uint8Array) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MalformedTransactionError(
      `failed to deserialize solana_transaction::versioned::VersionedTransaction: ${reason}`,
    );
  }
}

/**
 * Decodes and sanitises a transaction as it travels on the wire (legacy or version 0, signed or not).
 * @throws MalformedTransactionError
 */
export function decodeTransaction(bytes: Uint8Array): WireTransaction {
  const { kit, message } = decodeParts(bytes);
  if (message.version !== 'legacy' && message.version !== 0) {
    throw new MalformedTransactionError('invalid transaction: Transaction version is unsupported');
  }
  const signatures = Object.values(kit.signatures).map((signature) => bs58.encode(signature ?? UNSIGNED));
  const transaction: WireTransaction = {
    bytes,
    kit,
    signature: signatures[0] ?? '',
    signatures,
    version: message.version,
    header: message.header,
    staticKeys: [...message.staticAccounts],
    blockhash: message.lifetimeToken,
    instructions: instructionsOf(message),
    lookups: lookupsOf(message),
  };
  assertIndexesInRange(transaction);
  return transaction;
}

// An Ed25519 public key in DER is this prefix and the 32 raw bytes (RFC 8410).
const ED25519_DER_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** True when every required signature is there and signs the message. */
export function signaturesAreValid(transaction: WireTransaction): boolean {
  return transaction.signatures.every((signature, index) => {
    const signer = transaction.staticKeys[index];
    if (signer === undefined) return false;
    const key = createPublicKey({
      key: Buffer.concat([ED25519_DER_PREFIX, bs58.decode(signer)]),
      format: 'der',
      type: 'spki',
    });
    return verify(null, Uint8Array.from(transaction.kit.messageBytes), key, bs58.decode(signature));
  });
}
