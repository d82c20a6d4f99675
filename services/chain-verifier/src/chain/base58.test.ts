import bs58 from 'bs58';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase58, encodeBase58, isAddress, parseSignature, readAddress } from './base58.ts';
import { FaultError } from './fault.ts';

const decode = (text: unknown) => Buffer.from(decodeBase58(text, 'text'));
const bytes = (length: number, first = 5) =>
  Uint8Array.from({ length }, (_, index) => (first + index * 7) % 256);
const longest = bs58.encode(Buffer.alloc(10_240, 0xfe));

describe('base58', () => {
  it('of any length is decoded to the same bytes as the library decodes it to', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), fc.nat(5), (data, zeros) => {
        const padded = Uint8Array.from([...new Uint8Array(zeros), ...data]);
        expect(decode(bs58.encode(padded))).toEqual(Buffer.from(padded));
      }),
      { numRuns: 500 },
    );
    const ones = `1${'z'.repeat(150)}111${'z'.repeat(150)}`;
    expect(decode(ones)).toEqual(Buffer.from(bs58.decode(ones)));
    expect(decode('1'.repeat(300))).toEqual(Buffer.alloc(300));
    expect(encodeBase58(bytes(9))).toBe(bs58.encode(bytes(9)));
  });

  it('of the longest data that a program can pass on is decoded, and of no more', () => {
    expect(decode(longest)).toHaveLength(10_240);
    expect(decode('1'.repeat(14_000))).toHaveLength(14_000);
    expect(() => decode('1'.repeat(14_001))).toThrow(FaultError);
  });

  it('of other letters, or of no text, is malformed', () => {
    for (const text of ['0', 'l', 'é', 'O'.repeat(300), `${'1'.repeat(300)}I`, 7, null, undefined])
      expect(() => decode(text)).toThrow(FaultError);
  });
});

describe('an address', () => {
  it('is text of 32 bytes', () => {
    const address = bs58.encode(bytes(32));
    expect(readAddress(address, 'address')).toBe(address);
    expect(isAddress(address)).toBe(true);
    const largest = bs58.encode(new Uint8Array(32).fill(255));
    expect(largest).toHaveLength(44);
    expect(isAddress(largest)).toBe(true);
    expect(readAddress(largest, 'address')).toBe(largest);
    for (const other of [bs58.encode(bytes(31)), bs58.encode(bytes(33)), '', '0', 7, null, [address]]) {
      expect(isAddress(other)).toBe(false);
      expect(() => readAddress(other, 'address')).toThrow(FaultError);
    }
  });

  it('is no other thing, and no longer text', () => {
    const hostile = { length: 44, toString: () => bs58.encode(bytes(32)) };
    expect(isAddress(hostile)).toBe(false);
    expect(() => readAddress('1'.repeat(45), 'address')).toThrow('is not an address');
  });
});

describe('a signature', () => {
  it('has one text, blanks around it aside', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 64, maxLength: 64 }), (data) => {
        const text = bs58.encode(data);
        for (const known of [text, `\n${text} `]) expect(parseSignature(known)).toBe(text);
        expect(parseSignature(`1${text}`)).toBeNull();
      }),
    );
    const text = bs58.encode(bytes(64));
    for (const other of [
      `1${text}`,
      text.slice(1),
      bs58.encode(bytes(63)),
      bs58.encode(bytes(65)),
      `${text}0`,
      '',
    ])
      expect(parseSignature(other), other).toBeNull();
  });

  it('is 64 letters short at least and 88 long at most', () => {
    expect(parseSignature('1'.repeat(64))).toBe('1'.repeat(64));
    const longest = bs58.encode(new Uint8Array(64).fill(255));
    expect(longest).toHaveLength(88);
    expect(parseSignature(longest)).toBe(longest);
  });
});
