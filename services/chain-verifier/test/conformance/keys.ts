import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import bs58 from 'bs58';

export const TOK = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
export const T22 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
export const SYSTEM = '11111111111111111111111111111111';
export const INCINERATOR = '1nc1nerator11111111111111111111111111111111';
export const WSOL = 'So11111111111111111111111111111111111111112';
export const MEMO1 = 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo';
export const MEMO3 = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
export const MEMO4 = 'Memo4c2pN8afCj432Lb7RMVKi9PbQnnW7ewFFaV3oAH';
export const SQUADS = 'SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf';

const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
const privateKeys = new Map<string, KeyObject>();
const named = new Map<string, string>();

/** The address that a name stands for in all tests; every named party can sign. */
export function key(name: string): string {
  const known = named.get(name);
  if (known !== undefined) return known;
  const seed = createHash('sha256').update(name).digest();
  const privateKey = createPrivateKey({
    key: Buffer.concat([pkcs8Prefix, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const address = bs58.encode(spki.subarray(-32));
  privateKeys.set(address, privateKey);
  named.set(name, address);
  return address;
}

export function signWith(address: string, bytes: Uint8Array): Uint8Array {
  const privateKey = privateKeys.get(address);
  if (privateKey === undefined) throw new Error(`no key can sign for ${address}`);
  return sign(null, bytes, privateKey);
}
