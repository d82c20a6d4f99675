import { verificationStages } from '@naughty-list/contracts/verification-stages';
import { expect, test } from 'vitest';
import { laterStage, longFrom, signWithinText, stageStates, TAKES_LONGER, waitingText } from './stages.ts';

const states = (last: Parameters<typeof stageStates>[0]) => stageStates(last).map(({ state }) => state);

test('distinguishes reached, current and future stages', () => {
  expect(states('received')).toEqual(['reached', 'current', 'ahead', 'ahead', 'ahead', 'ahead']);
  expect(states('finalised')).toEqual(['reached', 'reached', 'reached', 'reached', 'current', 'ahead']);
  expect(states('done')).toEqual(Array(6).fill('reached'));
});

test('progress never goes back', () => {
  expect(laterStage('confirmed', 'received')).toBe('confirmed');
  expect(laterStage('confirmed', 'judged')).toBe('judged');
});

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
