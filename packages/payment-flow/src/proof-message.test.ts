import { expect, it } from 'vitest';
import { proofMessage } from './proofs.ts';

const subject = {
  origin: 'https://list.example',
  proofId: '00000000-0000-4000-8000-000000000000',
  wallet: 'Wa11et',
  signature: 'Tran5action',
  purpose: 'remove report 7 about @Rug_Puller (LISTBURN007) from the Naughty List',
  issuedAt: new Date('2026-11-22T06:00:00.123Z'),
  expiresAt: new Date('2026-11-22T06:30:00.123Z'),
};

it('has the form of Sign-In With Solana, and names site, account, transaction and expiry', () => {
  expect(proofMessage(subject)).toBe(`list.example wants you to sign in with your Solana account:
Wa11et

I paid with this wallet in the transaction Tran5action, and I want this payment to remove report 7 about @Rug_Puller (LISTBURN007) from the Naughty List. Signing costs nothing and moves no tokens.

URI: https://list.example
Version: 1
Nonce: 00000000000040008000000000000000
Issued At: 2026-11-22T06:00:00Z
Expiration Time: 2026-11-22T06:30:00Z`);
});

it('states the purpose of proving a wallet without a payment', () => {
  const recovery = { ...subject, signature: null, purpose: 'open the chat in this browser' };
  expect(proofMessage(recovery)).toContain(
    '\n\nI want to open the chat in this browser. Signing costs nothing and moves no tokens.\n\n',
  );
});

it('names the port of a site that has one', () => {
  expect(proofMessage({ ...subject, origin: 'http://127.0.0.1:8080' })).toMatch(
    /^127\.0\.0\.1:8080 wants you to sign in/,
  );
});

it.each(['two\nlines', 'a "quote"', '$HOME', 'ünder', '`id`'])('refuses a purpose with %j', (purpose) => {
  expect(() => proofMessage({ ...subject, purpose })).toThrow(RangeError);
});
