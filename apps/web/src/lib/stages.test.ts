import { expect, test } from 'vitest';
import { laterStage, stageStates } from './stages.ts';

const states = (last: Parameters<typeof stageStates>[0]) => stageStates(last).map(({ state }) => state);

test('what was reached, what is being worked on, what lies ahead', () => {
  expect(states('received')).toEqual(['reached', 'current', 'ahead', 'ahead', 'ahead', 'ahead']);
  expect(states('finalised')).toEqual(['reached', 'reached', 'reached', 'reached', 'current', 'ahead']);
  expect(states('done')).toEqual(Array(6).fill('reached'));
});

test('what was reached once is not taken back', () => {
  expect(laterStage('confirmed', 'received')).toBe('confirmed');
  expect(laterStage('confirmed', 'judged')).toBe('judged');
});
