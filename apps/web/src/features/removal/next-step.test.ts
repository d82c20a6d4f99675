import { removalTexts } from '@naughty-list/contracts/removal';
import { expect, test } from 'vitest';
import { nextStep } from './next-step.ts';

const facts = { cost: '1,000,000', reference: 'LISTBURN007' };

test.each([
  [removalTexts.invalidHash, /64 to 88 letters and digits/],
  [removalTexts.notFound, /hash is kept/],
  [`${removalTexts.failedToRemove}. ${removalTexts.alreadyUsed}`, /LISTBURN007 as the memo/],
  [removalTexts.alreadyRemoved, /refresh the list/],
  ['Something new', /1,000,000 LIST.*memo LISTBURN007/],
])('advises after %j', (message, step) => {
  expect(nextStep(message, facts)).toMatch(step);
});
