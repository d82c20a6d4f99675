import { readSolanaPay } from '@naughty-list/test-kit/solana-pay';
import { expect, it } from 'vitest';
import { paymentUrl } from './payment-url.ts';
import type { Reference } from './repository.ts';

it('a wallet that follows Solana Pay reads the fee, where to send it, and whose it is', () => {
  const [mint, burnAddress, key] = ['M', 'W', 'R'].map((letter) => letter.padEnd(44, '1'));
  const reference = {
    burnAddress,
    feeTokens: '750000',
    mint,
    key,
    reference: 'LISTCLUB-abc123',
  } as Reference;
  expect(readSolanaPay(paymentUrl(reference))).toMatchObject({
    recipient: burnAddress,
    amount: '750000',
    splToken: mint,
    reference: [key],
    memo: 'LISTCLUB-abc123',
  });
});
