import { UNKNOWN_REPORT } from '@naughty-list/contracts/primitives';
import { removalTexts } from '@naughty-list/contracts/removal';
import { expect, test } from 'vitest';
import { nextStep, silencedText } from './outcome.ts';

const facts = { cost: '1,000,000', reference: 'LISTBURN007' };

test.each([
  [removalTexts.invalidHash, /64 to 88 letters and digits/],
  [removalTexts.notFound, /hash is kept/],
  [
    `${removalTexts.failedToRemove}. ${removalTexts.alreadyUsed}`,
    /Your payments.*isn't yours.*the memo LISTBURN007/,
  ],
  [removalTexts.partElsewhere, /Nothing is lost/],
  [removalTexts.alreadyRemoved, /already off the list.*credit/],
  [UNKNOWN_REPORT, /Don't pay again.*memo LISTBURN007 is found/],
  ['Something new', /1,000,000 LIST.*memo LISTBURN007/],
])('advises after %j', (message, step) => {
  expect(nextStep(message, facts)).toMatch(step);
});

test.each([
  [1_000_000, undefined, ' 1,000,000 LIST tokens burned.'],
  [1_000_000.5, 0, ' 1,000,000.5 LIST tokens burned.'],
  [1e15, 1e15, " 1,000,000,000,000,000 LIST tokens sent to the project's wallet."],
  [1_000_000, 600_000, " 400,000 LIST tokens burned, 600,000 LIST tokens sent to the project's wallet."],
  [null, undefined, ''],
])('%s, of it %s sent, reads%s', (amountBurned, amountSent, text) => {
  expect(silencedText({ amountBurned, amountSent })).toBe(`Santa has been silenced!${text}`);
});
