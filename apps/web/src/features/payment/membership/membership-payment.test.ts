import { membershipTexts } from '@naughty-list/contracts/membership';
import { expect, test } from 'vitest';
import { nextStep } from './membership-payment.ts';

const facts = { fee: '750,000', reference: 'LISTCLUB-abc' };

test.each([
  [membershipTexts.invalidHash, /64 to 88 letters and digits/],
  [membershipTexts.notFound, /Your hash is kept.*press the button again/],
  [membershipTexts.notFoundOnChain, /Your hash is kept.*press the button again/],
  [membershipTexts.walletAlreadyMember, /already a member.*sign with that wallet/],
  [membershipTexts.alreadyUsed, /already a member.*750,000 LIST.*memo LISTCLUB-abc/],
  [membershipTexts.usedForAnother, /already a member.*750,000 LIST.*memo LISTCLUB-abc/],
  [membershipTexts.alreadyMember, /nothing left to pay/],
  [membershipTexts.invalidAmount('750000'), /sent 750,000 LIST to the burn address/],
  ['Something new', /750,000 LIST.*memo LISTCLUB-abc/],
])('advises after %j', (notice, step) => {
  expect(nextStep(notice, facts)).toMatch(step);
});

test.each([membershipTexts.alreadyUsed, membershipTexts.usedForAnother, membershipTexts.alreadyMember])(
  'does not suggest retrying the same hash after %j',
  (notice) => {
    expect(nextStep(notice, facts)).not.toMatch(/press the button again|in a minute/);
  },
);

test('does not ask for an unknown reference', () => {
  expect(nextStep('Something new', { fee: '750,000', reference: undefined })).not.toContain('memo');
});
