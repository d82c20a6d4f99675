import { createPublicKey, verify } from 'node:crypto';
import {
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Transaction,
} from '@solana/kit';
import bs58 from 'bs58';
import type { FailedTransactionMetadata } from 'litesvm';

/** A message that this chain runs: legacy, or version 0 without lookup tables. */
export type Message = Exclude<CompiledTransactionMessage, { version: 1 }> &
  CompiledTransactionMessageWithLifetime;

/** Decodes a message. @throws when the bytes are not a message, or one that this chain does not run */
export function decodeMessage(bytes: Uint8Array): Message {
  const message = getCompiledTransactionMessageDecoder().decode(bytes);
  if (message.version === 1) throw new Error('version 1 is not supported here');
  if (message.version === 0 && message.addressTableLookups?.length)
    throw new Error('address lookup tables are not supported here');
  return message as Message;
}

/** Whether the key at `index` is write-locked. */
export function isWritable({ header, staticAccounts }: Message, index: number): boolean {
  if (index < header.numSignerAccounts) {
    return index < header.numSignerAccounts - header.numReadonlySignerAccounts;
  }
  return index < staticAccounts.length - header.numReadonlyNonSignerAccounts;
}

/** A decoded transaction with all data that the chain uses. */
export type WireTransaction = {
  bytes: Uint8Array;
  kit: Transaction;
  message: Message;
  /** The first signature in base58, which identifies the transaction. */
  signature: string;
  signatures: string[];
};

const UNSIGNED = new Uint8Array(64);

/** Decodes a transaction in wire format (legacy or version 0, signed or not). @throws when the bytes are none */
export function decodeTransaction(bytes: Uint8Array): WireTransaction {
  const kit = getTransactionDecoder().decode(bytes);
  const signatures = Object.values(kit.signatures).map((signature) => bs58.encode(signature ?? UNSIGNED));
  const message = decodeMessage(Uint8Array.from(kit.messageBytes));
  return { bytes, kit, message, signature: signatures[0] ?? '', signatures };
}

/** Whether every required signature is present and valid. */
export const signaturesAreValid = ({ kit }: WireTransaction): boolean =>
  Object.entries(kit.signatures).every(([signer, signature]) => {
    const x = Buffer.from(bs58.decode(signer)).toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return signature !== null && verify(null, Uint8Array.from(kit.messageBytes), key, signature);
  });

/** A transaction error in the JSON shape of a node, for example `{"InstructionError":[0,{"Custom":1}]}`. */
export type TransactionError =
  | string
  | { InstructionError: [number, string | { Custom: number }] }
  | { DuplicateInstruction: number }
  | { [kind: string]: { account_index: number } };

/** An error as LiteSVM prints it: `err: InstructionError(0, Custom(1)), meta: …`. Its objects have numbers alone, no names. */
const PRINTED = /err: (\w+)(?:\((\d+)(?:, (\w+)(?:\((\d+)\))?)?\)| \{ account_index: (\d+) \})?, meta: /;

/** Translates LiteSVM's error to a node's JSON. */
export function errorOf(failed: FailedTransactionMetadata): TransactionError {
  const [, name = 'SanitizeFailure', index, inner, custom, account] = PRINTED.exec(failed.toString()) ?? [];
  if (account !== undefined) return { [name]: { account_index: Number(account) } };
  if (index === undefined) return name;
  if (inner === undefined) return { DuplicateInstruction: Number(index) };
  return { InstructionError: [Number(index), custom === undefined ? inner : { Custom: Number(custom) }] };
}

/** Those of a node's sentences (agave, `TransactionError`) that clients read and that are not the words of the name. */
const SENTENCES: { [name: string]: string } = {
  AlreadyProcessed: 'This transaction has already been processed',
  AccountNotFound: 'Attempt to debit an account but found no record of a prior credit.',
};

/** A node's message after "Transaction simulation failed: ". @solana/kit has them only outside production. */
export function errorText(error: TransactionError): string {
  if (typeof error === 'string') return SENTENCES[error] ?? wordsOf(error);
  const [[name, about] = ['']] = Object.entries(error);
  if (name !== 'InstructionError' || !Array.isArray(about))
    return `${wordsOf(name)}: ${JSON.stringify(about)}`;
  const [index, inner] = about;
  const text =
    typeof inner === 'object' ? `custom program error: 0x${inner.Custom.toString(16)}` : wordsOf(inner);
  return `Error processing Instruction ${index}: ${text}`;
}

/** `BlockhashNotFound` as "Blockhash not found". */
const wordsOf = (name: string) => name.replace(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
