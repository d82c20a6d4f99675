import { generateKeyPairSync, sign } from 'node:crypto';
import bs58 from 'bs58';
import { expect, it } from 'vitest';
import { checkSignatures } from './read-message.ts';

const message = Buffer.from('what all of them signed');
const people = Array.from({ length: 3 }, () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const address = bs58.encode(publicKey.export({ format: 'der', type: 'spki' }).subarray(12));
  return { address, signed: (bytes: Buffer) => bs58.encode(sign(null, bytes, privateKey)) };
});
const signers = people.map(({ address }) => address);
const signatures = people.map(({ signed }) => signed(message));

it('every required signer has signed, not only the first', () => {
  expect(() => checkSignatures(message, signatures, signers)).not.toThrow();
  for (const [at, { signed }] of people.entries()) {
    const forged = signatures.with(at, signed(Buffer.from('something else')));
    expect(() => checkSignatures(message, forged, signers)).toThrow(`signature ${at} was not made by`);
    const another = signatures.with(at, signatures.at(at - 1) ?? '');
    expect(() => checkSignatures(message, another, signers)).toThrow(`signature ${at} was not made by`);
  }
  expect(() => checkSignatures(message, signatures.slice(0, 2), signers)).toThrow();
});
