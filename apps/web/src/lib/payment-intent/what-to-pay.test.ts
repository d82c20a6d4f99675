import type { PaymentIntent } from '@naughty-list/contracts/payment-intents';
import { readSolanaPay } from '@naughty-list/test-kit/solana-pay';
import { expect, it } from 'vitest';
import { missingTokens, transactionRequest, transferRequest } from './what-to-pay.ts';

it.each([
  ['1000000', '1000000'],
  ['400000.5', '400001'],
  ['0.000001', '1'],
])('of %s missing, a wallet is asked for %s', (missing, asked) => {
  expect(missingTokens({ missing })).toBe(asked);
});

const [mint, burnWallet, referenceKey] = ['M', 'W', 'R'].map((letter) => letter.padEnd(44, '1'));

it.each(['1000000', '400000.5', '0.000001'])(
  'a wallet that follows Solana Pay reads a transfer of %s',
  (missing) => {
    const intent = { missing, mint, burnWallet, referenceKey, reference: 'LISTBURN007' } as PaymentIntent;
    const shown = { label: 'The Naughty List', message: 'Removal & more: 100 % paid?' };
    expect(readSolanaPay(transferRequest(intent, shown))).toEqual({
      recipient: burnWallet,
      amount: missing,
      splToken: mint,
      reference: [referenceKey],
      memo: 'LISTBURN007',
      ...shown,
    });
  },
);

it('a wallet that follows Solana Pay reads the link of a transaction request', () => {
  const link = 'https://naughty.example/api/scammer-reports/7/burn-request?intent=removal_1';
  expect(readSolanaPay(transactionRequest(link))).toEqual({ link });
});

it.each(['amount=1e6', 'amount=.5', 'amount=1&amount=2', 'spl-token=list'])(
  'such a wallet refuses %s',
  (query) => {
    expect(() => readSolanaPay(`solana:${burnWallet}?${query}`)).toThrow('Not a Solana Pay URL');
  },
);
