import { createHash } from 'node:crypto';
import { PublicKey } from '@solana/web3.js';
import { expect, it } from 'vitest';
import { referenceKeyOf } from '../src/build-payment.ts';

const mint = 'So11111111111111111111111111111111111111112';
const burnWallet = '1nc1nerator11111111111111111111111111111111';
const asked = { mint, burnWallet, reference: 'LISTBURN007' };

it('is the same for every client, always', () => {
  expect(referenceKeyOf(asked)).toBe('FKSc95RqmUnrQP6MMY6sdEWECojoxJBTDZVWBBPAD2RE');
});

it('is the hash of mint, burn wallet and reference', () => {
  const hash = createHash('sha256')
    .update('naughty-list:reference-key:v1')
    .update(new PublicKey(mint).toBytes())
    .update(new PublicKey(burnWallet).toBytes())
    .update('LISTBURN007')
    .digest();
  expect(referenceKeyOf(asked)).toBe(new PublicKey(hash).toBase58());
});

it('differs by mint, by burn wallet and by reference', () => {
  const keys = [
    asked,
    { ...asked, mint: burnWallet },
    { ...asked, burnWallet: mint },
    { ...asked, mint: burnWallet, burnWallet: mint },
    { ...asked, reference: 'LISTBURN008' },
    { ...asked, reference: 'listburn007' },
  ].map(referenceKeyOf);
  expect(new Set(keys).size).toBe(keys.length);
});

it('refuses an invalid address', () => {
  expect(() => referenceKeyOf({ ...asked, mint: 'z'.repeat(44) })).toThrow();
});
