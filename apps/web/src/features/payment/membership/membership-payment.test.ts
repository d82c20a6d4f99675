import { membershipTexts } from '@naughty-list/contracts/membership';
import { expect, test } from 'vitest';
import { nextStep } from './membership-payment.ts';

const facts = { reference: 'LISTCLUB-abc' };

test.each([
  [membershipTexts.invalidHash, /64 to 88 letters and digits/],
  [membershipTexts.notFound, /Your hash is kept.*press the button again/],
  [membershipTexts.notFoundOnChain, /Your hash is kept.*press the button again/],
  [membershipTexts.walletAlreadyMember, /already a member.*sign with that wallet/],
  [membershipTexts.alreadyUsed, /already a member.*pay what is shown there, with the memo LISTCLUB-abc/],
  [membershipTexts.alreadyUsed, /part .* in another browser.* becomes a credit.*“Your payments/],
  [membershipTexts.usedForAnother, /already a member.*pay what is shown there, with the memo LISTCLUB-abc/],
  [membershipTexts.alreadyMember, /nothing left to pay/],
  [membershipTexts.invalidAmount('750000'), /see the amount.*sent it to the address shown there/],
  ['Something new', /memo LISTCLUB-abc/],
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
  expect(nextStep('Something new', { reference: undefined })).not.toContain('memo');
});

test.each(Object.values(membershipTexts).filter((text) => typeof text === 'string'))(
  'after %j, names no sum: the offer may be half paid, or older than the fee',
  (notice) => {
    expect(nextStep(notice, facts)).not.toMatch(/\d LIST/);
  },
);
