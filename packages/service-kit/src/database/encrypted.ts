import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto';

// Protects stored values: with the database's password alone, they cannot be read or replaced.

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A secret setting, and the value's purpose and owner: it cannot be decrypted for another. */
type Use = { secret: string; purpose: string };

const keyFor = ({ secret, purpose }: Use) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));

/** Makes MACs (HMAC-SHA-256) for texts that are stored readable: without the secret, none can be forged. */
export function openMacs(use: Use): (text: string) => Buffer {
  // From bytes, Node would make a key at each call, which takes four times as long.
  const key = createSecretKey(keyFor(use));
  return (text) => createHmac('sha256', key).update(text).digest();
}

export function encrypt(text: string, use: Use): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyFor(use), nonce, { authTagLength: TAG_BYTES });
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
}

/** Undefined unless the text was encrypted with the same secret for the same purpose. */
export function decrypt(bytes: Buffer, use: Use): string | undefined {
  try {
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(ALGORITHM, keyFor(use), nonce, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([
      decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)),
      decipher.final(),
    ]).toString();
  } catch {
    return undefined;
  }
}

/**
 * A keyed hash that identifies a client. The client id may be an address, which cannot be recovered from the hash.
 */
export function clientKey(secret: string, clientId: string): string {
  return createHmac('sha256', secret).update(`client ${clientId}`).digest('base64url').slice(0, 22);
}
