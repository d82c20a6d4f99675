import { expect, it } from 'vitest';
import { decrypt, encrypt, openMacs } from './encrypted.ts';

const use = { secret: 's'.repeat(32), purpose: 'the key of a log' };
const bytes = encrypt('Silent night', use);

it('opens what was encrypted, which does not show it and differs each time', () => {
  expect(decrypt(bytes, use)).toBe('Silent night');
  expect(bytes.includes('Silent')).toBe(false);
  expect(encrypt('Silent night', use)).not.toEqual(bytes);
});

it('opens nothing else', () => {
  expect(decrypt(bytes, { ...use, secret: 't'.repeat(32) })).toBe(undefined);
  expect(decrypt(bytes, { ...use, purpose: 'the key of another' })).toBe(undefined);
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(decrypt(changed, use), `byte ${at}`).toBe(undefined);
    expect(decrypt(bytes.subarray(0, at), use), `cut to ${at}`).toBe(undefined);
  }
});

it('makes a code that only the same secret makes of the same text, for the same purpose', () => {
  const code = openMacs(use)('Silent night');
  expect(openMacs(use)('Silent night')).toEqual(code);
  for (const [text, other] of [
    ['Silent nights', use],
    ['Silent night', { ...use, secret: 't'.repeat(32) }],
    ['Silent night', { ...use, purpose: 'the key of another' }],
  ] as const)
    expect(openMacs(other)(text)).not.toEqual(code);
});
