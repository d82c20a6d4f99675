import { expect, test } from 'vitest';
import { laterStage, stageStates } from './stages.ts';

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
