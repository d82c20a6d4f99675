import bs58 from 'bs58';
import { malformed } from './fault.ts';

// Longer text than any key, signature or instruction needs is not worth decoding (decoding is quadratic).
const MAX_TEXT = 8192;

export function decodeBase58(text: unknown, where: string): Uint8Array {
  if (typeof text !== 'string' || text.length > MAX_TEXT) return malformed(`${where} is not base58 text`);
  const bytes = bs58.decodeUnsafe(text);
  return bytes === undefined ? malformed(`${where} is not base58`) : bytes;
}

export function encodeBase58(bytes: Uint8Array): string {
  return bs58.encode(bytes);
}

/** An address: base58 of exactly 32 bytes. */
export function readAddress(value: unknown, where: string): string {
  if (typeof value !== 'string' || value.length > 44) return malformed(`${where} is not an address`);
  return decodeBase58(value, where).length === 32
    ? value
    : malformed(`${where} is not an address of 32 bytes`);
}

export function isAddress(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 44 && bs58.decodeUnsafe(value)?.length === 32;
}

/**
 * The canonical text of a transaction signature, or null where the text is none: base58 of exactly 64 bytes, blanks
 * around it forgiven. Two spellings of one signature give the same text.
 */
export function parseSignature(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed.length < 64 || trimmed.length > 88) return null;
  const bytes = bs58.decodeUnsafe(trimmed);
  return bytes?.length === 64 ? bs58.encode(bytes) : null;
}
