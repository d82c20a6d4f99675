import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519';
import { address, getProgramDerivedAddress } from '@solana/kit';
import bs58 from 'bs58';
import { expect, it } from 'vitest';
import { isKeyless, isSignedBy, readSignatures, signedForms, signingKey } from './proofs.ts';

const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const wallet = keyOf(7);
const stranger = keyOf(8);
const message = 'The Naughty List asks for proof of payment. I paid (LISTBURN007).';
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

/** A wallet using Node's own Ed25519, which is independent of the verifier. */
function keyOf(seed: number) {
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8, Buffer.alloc(32, seed)]),
    format: 'der',
    type: 'pkcs8',
  });
  const bytes = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
  return { address: bs58.encode(bytes), bytes, sign: (data: Uint8Array) => sign(null, data, key) };
}

const plain = wallet.sign(Buffer.from(message));

it('a signature over plain text is the wallet’s', () => {
  expect(isSignedBy(wallet.address, message, bs58.encode(plain))).toBe(true);
  expect(isSignedBy(stranger.address, message, bs58.encode(plain))).toBe(false);
  expect(isSignedBy(wallet.address, message, bs58.encode(stranger.sign(Buffer.from(message))))).toBe(false);
});

it.each([
  ['base58', bs58.encode(plain)],
  ['base64', plain.toString('base64')],
  ['base64 for URLs', plain.toString('base64url')],
  ['blanks and line breaks', ` ${bs58.encode(plain).slice(0, 40)}\r\n\t${bs58.encode(plain).slice(40)}\n`],
])('a signature is read from %s', (_form, text) => {
  expect(isSignedBy(wallet.address, message, text)).toBe(true);
});

it.each([
  ['nothing', ''],
  ['a word', 'signature'],
  ['hex', plain.toString('hex')],
  ['one byte less', bs58.encode(plain.subarray(1))],
  ['one byte more', bs58.encode(Buffer.concat([plain, Buffer.of(1)]))],
  ['base64 of 63 bytes', plain.subarray(1).toString('base64')],
  ['a megabyte', '1'.repeat(1_000_000)],
])('%s is no signature', (_case, text) => {
  expect(isSignedBy(wallet.address, message, text)).toBe(false);
});

it('no flipped bit of signature, key or message passes', () => {
  for (let bit = 0; bit < plain.length * 8; bit += 11)
    expect(isSignedBy(wallet.address, message, bs58.encode(flip(plain, bit)))).toBe(false);
  for (let bit = 0; bit < 256; bit += 11)
    expect(isSignedBy(bs58.encode(flip(wallet.bytes, bit)), message, bs58.encode(plain))).toBe(false);
  const text = Buffer.from(message);
  for (let bit = 0; bit < text.length * 8; bit += 35)
    expect(isSignedBy(wallet.address, flip(text, bit).toString('latin1'), bs58.encode(plain))).toBe(false);
});

function flip(bytes: Uint8Array, bit: number): Buffer {
  const flipped = Buffer.from(bytes);
  flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return flipped;
}

it('a second encoding of a signature (S plus the order) is refused', () => {
  const s = BigInt(`0x${Buffer.from(plain.subarray(32)).reverse().toString('hex')}`) + ORDER;
  const raised = Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse();
  const malleated = Buffer.concat([plain.subarray(0, 32), raised]);
  expect(isSignedBy(wallet.address, message, bs58.encode(malleated))).toBe(false);
});

// The eight points of small order, and encodings of them beyond the field: a signature of zeros is valid under some.
const small = [
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0000000000000000000000000000000000000000000000000000000000000080',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
].map((hex) => Buffer.from(hex, 'hex'));

it('a key of small order, or beyond the field, signs nothing', () => {
  for (const key of small) {
    expect(signingKey(bs58.encode(key)), key.toString('hex')).toBeNull();
    for (const nonce of small) {
      const forged = bs58.encode(Buffer.concat([nonce, Buffer.alloc(32)]));
      expect(isSignedBy(bs58.encode(key), message, forged)).toBe(false);
    }
  }
});

it('a nonce of small order is refused, where the equation of the signature holds', () => {
  // R is the neutral element, so S = k·a.
  const { scalar } = ed25519.utils.getExtendedPublicKey(Buffer.alloc(32, 7));
  const nonce = small[0] as Buffer;
  const hash = ed25519.CURVE.hash(Buffer.concat([nonce, wallet.bytes, Buffer.from(message)]));
  const k = BigInt(`0x${Buffer.from(hash).reverse().toString('hex')}`) % ORDER;
  const s = Buffer.from(((k * scalar) % ORDER).toString(16).padStart(64, '0'), 'hex').reverse();
  const signature = Buffer.concat([nonce, s]);
  expect(ed25519.verify(signature, Buffer.from(message), wallet.bytes)).toBe(true);
  expect(isSignedBy(wallet.address, message, bs58.encode(signature))).toBe(false);
});

it('an address off the curve cannot sign', () => {
  const offCurve = Array.from({ length: 64 }, (_, byte) => bs58.encode(Buffer.alloc(32, byte + 2)));
  expect(offCurve.map(signingKey)).toContain(null);
  expect(signingKey('')).toBeNull();
  expect(signingKey(`1${wallet.address}`)).toBeNull();
});

it('no form of a message begins like a transaction', () => {
  for (const form of signedForms(message, wallet.bytes).slice(1)) expect(form[0]).toBe(0xff);
});

it('a text that can be read both ways gives both', () => {
  expect(readSignatures(plain.toString('base64'))).toHaveLength(1);
  expect(readSignatures('2'.repeat(86)).length).toBeGreaterThan(0);
});

const anyWallet = bs58.encode(ed25519.getPublicKey(ed25519.utils.randomPrivateKey()));

it('the incinerator and program addresses have no key; wallets have one', async () => {
  const [derived] = await getProgramDerivedAddress({ programAddress: address(anyWallet), seeds: ['vault'] });
  expect(isKeyless('1nc1nerator11111111111111111111111111111111')).toBe(true);
  expect(isKeyless(derived)).toBe(true);
  expect(isKeyless(anyWallet)).toBe(false);
});
