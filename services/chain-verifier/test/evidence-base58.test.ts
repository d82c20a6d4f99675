import bs58 from 'bs58';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBase58, isAddress, parseSignature } from '../src/chain/base58.ts';

test('long texts decode to the same bytes as the library decodes them to', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 0, maxLength: 600 }), fc.nat(5), (bytes, zeros) => {
      const padded = Uint8Array.from([...Array<number>(zeros).fill(0), ...bytes]);
      expect(Buffer.from(decodeBase58(bs58.encode(padded), 'text'))).toEqual(Buffer.from(padded));
    }),
    { numRuns: 500 },
  );
});

test('the largest data that a program can pass on is decoded', () => {
  const bytes = Buffer.alloc(10_240, 0xfe);
  expect(Buffer.from(decodeBase58(bs58.encode(bytes), 'data'))).toEqual(bytes);
});

test('other letters are malformed, short or long', () => {
  for (const text of ['0', 'l', 'é', 'O'.repeat(300), `${'1'.repeat(300)}I`])
    expect(() => decodeBase58(text, 'text')).toThrow();
});

test('a signature has one text', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 64, maxLength: 64 }), (bytes) => {
      const text = bs58.encode(bytes);
      expect(parseSignature(`\n${text} `)).toBe(text);
      expect(parseSignature(`1${text}`)).toBeNull();
    }),
  );
});

test('an address is 32 bytes', () => {
  expect(isAddress(bs58.encode(Buffer.alloc(32, 5)))).toBe(true);
  for (const value of [bs58.encode(Buffer.alloc(31, 5)), bs58.encode(Buffer.alloc(33, 5)), '', 7, null])
    expect(isAddress(value)).toBe(false);
});
