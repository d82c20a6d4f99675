import { verificationStages } from '@naughty-list/contracts/verification-stages';
import { expect, test } from 'vitest';
import { longFrom, signWithinText, TAKES_LONGER, waitingText } from './waiting-times.ts';

test('finality is estimated from 32 slots of 400 ms, and signing from 150', () => {
  expect(waitingText('confirmed', false)).toBe('Usually takes 15 to 30 seconds.');
  expect(longFrom('confirmed', 1_000)).toBe(31_000);
  expect(signWithinText).toBe('about 60 seconds');
});

test.each(verificationStages)('gives an estimate after %s, and a note when it takes longer', (stage) => {
  expect(waitingText(stage, false)).toMatch(/^Usually takes .+\.$/);
  expect(waitingText(stage, true)).toBe(TAKES_LONGER);
  expect(longFrom(stage, 0)).toBeGreaterThan(0);
});
