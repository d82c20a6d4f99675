import bs58 from 'bs58';
import { malformed } from './fault.ts';

// A program may pass at most 10,240 bytes to another program, which is under 14,000 base58 characters.
const MAX_TEXT = 14_000;
const SHORT_TEXT = 200;

export function decodeBase58(text: unknown, where: string): Uint8Array {
  if (typeof text !== 'string' || text.length > MAX_TEXT) return malformed(`${where} is not base58 text`);
  if (text.length > SHORT_TEXT) return decodeLong(text, where);
  const bytes = bs58.decodeUnsafe(text);
  return bytes === undefined ? malformed(`${where} is not base58`) : bytes;
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** The library's decoder is quadratic in the length, and responses contain many long texts. BigInt is faster. */
function decodeLong(text: string, where: string): Uint8Array {
  let value = 0n;
  for (let start = 0; start < text.length; start += 10) {
    const chunk = text.slice(start, start + 10);
    let digits = 0n;
    for (const char of chunk) {
      const digit = alphabet.indexOf(char);
      if (digit < 0) return malformed(`${where} is not base58`);
      digits = digits * 58n + BigInt(digit);
    }
    value = value * 58n ** BigInt(chunk.length) + digits;
  }
  const hex = value === 0n ? '' : value.toString(16);
  const zeros = text.length - text.replace(/^1+/, '').length;
  return Buffer.concat([
    Buffer.alloc(zeros),
    Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex'),
  ]);
}

export function encodeBase58(bytes: Uint8Array): string {
  return bs58.encode(bytes);
}

/** Reads an address: base58 of exactly 32 bytes. */
export function readAddress(value: unknown, where: string): string {
  return isAddress(value) ? value : malformed(`${where} is not an address of 32 bytes`);
}

export function isAddress(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 44 && bs58.decodeUnsafe(value)?.length === 32;
}

/**
 * The canonical form of a transaction signature (base58 of exactly 64 bytes, surrounding whitespace ignored), or null
 * if the text is not one. Different spellings of one signature yield the same text.
 */
export function parseSignature(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed.length > 88) return null;
  const bytes = bs58.decodeUnsafe(trimmed);
  return bytes?.length === 64 ? bs58.encode(bytes) : null;
}
