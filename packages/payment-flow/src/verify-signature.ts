import { ed25519 } from '@noble/curves/ed25519';
import bs58 from 'bs58';
import { signedForms } from './signed-bytes.ts';

const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;

/** The public key of an address that can sign: 32 bytes, a curve point of prime order. Null otherwise. */
export function signingKey(address: string): Uint8Array | null {
  const key = address.length <= 44 ? bs58.decodeUnsafe(address) : undefined;
  if (key?.length !== KEY_BYTES || bs58.encode(key) !== address) return null;
  return isOfPrimeOrder(key) ? key : null;
}

/**
 * Whether the wallet signed the message, in any of the usual forms. `signature` is text: base58 or base64 of 64
 * bytes, whitespace ignored. The caller names the wallet: the signature never chooses the key.
 */
export function isSignedBy(wallet: string, message: string, signature: string): boolean {
  const key = signingKey(wallet);
  if (key === null) return false;
  const forms = signedForms(message, key);
  return readSignatures(signature).some((bytes) => forms.some((form) => isValid(bytes, form, key)));
}

/** The possible readings of the text, usually one; without padding, some texts are valid in both encodings. */
export function readSignatures(text: string): Uint8Array[] {
  const compact = text.replace(/\s+/g, '');
  if (compact.length > 2 * SIGNATURE_BYTES) return [];
  const base58 = bs58.decodeUnsafe(compact);
  const base64 = /^[\w+/-]{86}(==)?$/.test(compact) ? Buffer.from(compact, 'base64') : undefined;
  return [base58, base64]
    .filter((bytes) => bytes !== undefined)
    .filter(({ length }) => length === SIGNATURE_BYTES);
}

/** Strict (RFC 8032 encodings only); small-order points verify any message and are rejected. */
function isValid(signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean {
  try {
    const nonce = ed25519.Point.fromHex(signature.subarray(0, KEY_BYTES), false);
    return !nonce.isSmallOrder() && ed25519.verify(signature, message, key, { zip215: false });
  } catch {
    // Not a curve point, or a scalar beyond the order.
    return false;
  }
}

function isOfPrimeOrder(key: Uint8Array): boolean {
  try {
    const point = ed25519.Point.fromHex(key, false);
    return !point.isSmallOrder() && point.isTorsionFree();
  } catch {
    return false;
  }
}
