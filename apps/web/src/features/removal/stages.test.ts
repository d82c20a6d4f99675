import { expect, test } from 'vitest';
import { stageStates } from './stages.ts';

const states = (last: Parameters<typeof stageStates>[0]) => stageStates(last).map(({ state }) => state);

test('what was reached, what is being worked on, what lies ahead', () => {
  expect(states('received')).toEqual(['reached', 'current', 'ahead', 'ahead', 'ahead', 'ahead']);
  expect(states('finalised')).toEqual(['reached', 'reached', 'reached', 'reached', 'current', 'ahead']);
  expect(states('done')).toEqual(Array(6).fill('reached'));
});
