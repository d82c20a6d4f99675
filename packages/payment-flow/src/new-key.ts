import { generateKeyPairSync } from 'node:crypto';

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** A fresh public key in base58. Its private key is discarded: nothing is ever signed with it. */
export function newKey(): string {
  const { publicKey } = generateKeyPairSync('ed25519');
  return toBase58(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'));
}

export function toBase58(bytes: Buffer): string {
  let text = '';
  for (let value = BigInt(`0x${bytes.toString('hex')}`); value > 0n; value /= 58n)
    text = alphabet[Number(value % 58n)] + text;
  const leadingZeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(leadingZeros) + text;
}
