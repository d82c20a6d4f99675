import { type PaymentIntent, transferRequest } from '@naughty-list/contracts/payment-intents';
import { parseURL } from '@solana/pay';
import { expect, it, vi } from 'vitest';
import { missingTokens, transactionRequest, withTabLock } from './payment-intent.ts';

it.each([
  ['1000000', '1000000'],
  ['400000.5', '400001'],
  ['0.000001', '1'],
])('of %s missing, a wallet is asked for %s', (missing, asked) => {
  expect(missingTokens({ missing })).toBe(asked);
});

// Only their form counts: 32 bytes in base58.
const [mint, burnWallet, referenceKey] = [2, 3, 4].map((letter) => String(letter).padEnd(44, '1'));

it.each(['1000000', '400000.5', '0.000001'])('a wallet reads a transfer of %s', (missing) => {
  const intent = { missing, mint, burnWallet, referenceKey, reference: 'LISTBURN007' } as PaymentIntent;
  const shown = { label: 'The Naughty List', message: 'Removal & more: 100 % paid?' };
  const url = transferRequest(intent, shown);
  // The client reads a number; other wallets read the text.
  expect(new URL(url).searchParams.get('amount')).toBe(missing);
  expect(parseURL(url)).toEqual({
    recipient: burnWallet,
    amount: Number(missing),
    splToken: mint,
    reference: [referenceKey],
    memo: 'LISTBURN007',
    ...shown,
  });
});

it('a wallet reads the link of a transaction request', () => {
  const link = 'https://naughty.example/api/scammer-reports/7/burn-request?intent=removal_1';
  expect(parseURL(transactionRequest(link))).toMatchObject({ link: new URL(link) });
});

const denied = { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) };

it.each([
  ['has none', {}],
  ['denies them', { locks: denied }],
])('where the browser %s, it runs without a lock', async (_, navigator) => {
  vi.stubGlobal('navigator', navigator);
  expect(await withTabLock('any', async (isOnlyTab) => isOnlyTab)).toBe(true);
  vi.unstubAllGlobals();
});

it('what fails under the lock fails, and runs once', async () => {
  const run = vi.fn(() => Promise.reject(new Error('failed')));
  await expect(withTabLock('any', run)).rejects.toThrow('failed');
  expect(run).toHaveBeenCalledOnce();
});
