import { createPublicKey, verify } from 'node:crypto';
import {
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Transaction,
} from '@solana/kit';
import bs58 from 'bs58';

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
