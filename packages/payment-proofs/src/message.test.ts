import { expect, it } from 'vitest';
import { proofMessage } from './message.ts';

const subject = {
  proofId: '00000000-0000-4000-8000-000000000000',
  wallet: 'Wa11et',
  signature: 'Tran5action',
  purpose: 'remove report 7 (LISTBURN007) from the list',
  issuedAt: new Date('2026-11-22T06:00:00.123Z'),
  expiresAt: new Date('2026-11-22T06:30:00.123Z'),
};

it('states transaction, purpose, expiry, and that signing costs nothing', () => {
  expect(proofMessage(subject)).toBe(
    'The Naughty List asks for proof of payment. I paid with the wallet Wa11et in the transaction Tran5action, ' +
      'and I want this payment to remove report 7 (LISTBURN007) from the list. ' +
      'Signing costs nothing and moves no tokens. ' +
      'Proof 00000000-0000-4000-8000-000000000000, issued 2026-11-22T06:00:00Z, valid until 2026-11-22T06:30:00Z.',
  );
});

it('states the purpose of proving a wallet without a payment', () => {
  expect(proofMessage({ ...subject, signature: null, purpose: 'open the chat in this browser' })).toBe(
    'The Naughty List asks whose wallet this is. My wallet is Wa11et, and I want to open the chat in this browser. ' +
      'Signing costs nothing and moves no tokens. ' +
      'Proof 00000000-0000-4000-8000-000000000000, issued 2026-11-22T06:00:00Z, valid until 2026-11-22T06:30:00Z.',
  );
});

it.each(['two\nlines', 'a "quote"', '$HOME', 'ünder', '`id`'])(
  'refuses characters that hardware wallets do not show: %j',
  (purpose) => {
    expect(() => proofMessage({ ...subject, purpose })).toThrow(RangeError);
  },
);
