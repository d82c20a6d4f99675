import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { Address } from '@naughty-list/contracts/primitives';

/** A wallet that signs messages, the same for the same number. */
export function walletOf(seed: number) {
  const pkcs8 = Buffer.concat([
    Buffer.from('302e020100300506032b657004220420', 'hex'),
    Buffer.alloc(32, seed),
  ]);
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  const bytes = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
  return {
    address: Address.parse(base58(bytes)),
    sign: (message: string) => sign(null, Buffer.from(message), key).toString('base64'),
  };
}

function base58(bytes: Uint8Array): string {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  let text = '';
  for (let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`); value > 0n; value /= 58n)
    text = alphabet[Number(value % 58n)] + text;
  return '1'.repeat(bytes.findIndex((byte) => byte !== 0)) + text;
}
