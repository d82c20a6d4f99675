import { ed25519 } from '@noble/curves/ed25519';
import bs58 from 'bs58';

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
  const point = pointOf(key);
  return point !== undefined && !point.isSmallOrder() && point.isTorsionFree();
}

/** Undefined for bytes that are no point of the curve. */
function pointOf(bytes: Uint8Array) {
  try {
    return ed25519.Point.fromHex(bytes, false);
  } catch {
    return undefined;
  }
}

const DOMAIN = Buffer.concat([Buffer.of(0xff), Buffer.from('solana offchain')]);
const NO_APPLICATION = Buffer.alloc(32);
const RESTRICTED_ASCII = 0;
const LIMITED_UTF8 = 1;

/**
 * All forms in which wallets sign a text: unchanged, or in an off-chain message envelope, as hardware wallets and
 * `solana sign-offchain-message` use. No envelope parses as a transaction.
 */
export function signedForms(message: string, signer: Uint8Array): Uint8Array[] {
  const text = Buffer.from(message, 'utf8');
  return [text, ...envelopesOfVersion0(message, text, signer), versionOne(text, signer)];
}

/** With application domain and signers as specified, and without both, as older tools write it. */
function envelopesOfVersion0(message: string, text: Buffer, signer: Uint8Array): Buffer[] {
  const format = Buffer.of(/^[\x20-\x7e]*$/.test(message) ? RESTRICTED_ASCII : LIMITED_UTF8);
  const length = Buffer.alloc(2);
  length.writeUInt16LE(text.length);
  const header = Buffer.concat([DOMAIN, Buffer.of(0)]);
  return [
    Buffer.concat([header, NO_APPLICATION, format, Buffer.of(1), signer, length, text]),
    Buffer.concat([header, format, length, text]),
  ];
}

function versionOne(text: Buffer, signer: Uint8Array): Buffer {
  return Buffer.concat([DOMAIN, Buffer.of(1), Buffer.of(1), signer, text]);
}

const INCINERATOR = '1nc1nerator11111111111111111111111111111111';

/** Whether an address has no private key, so that tokens sent there are burned: addresses off the ed25519 curve have none. */
export function isKeyless(address: string): boolean {
  return address === INCINERATOR || pointOf(bs58.decode(address)) === undefined;
}

/** What happens to tokens sent to this burn wallet, as a text for the log and the doctor. */
export function meaningOf(burnWallet: string): string {
  return isKeyless(burnWallet)
    ? 'no key can open the burn wallet: what arrives there is burned'
    : "the burn wallet has a key: what arrives there is shown as sent to the project's wallet, not as burned";
}
