import { expect, it } from 'vitest';
import { ageText } from './age-text.ts';

it.each([0, 30, 60])('says nothing about figures that are %s seconds old', (seconds) => {
  expect(ageText(seconds)).toBeUndefined();
});

it.each([
  [61, '1 minute'],
  [89, '1 minute'],
  [300, '5 minutes'],
  [7_140, '119 minutes'],
  [7_200, '2 hours'],
  [86_400, '24 hours'],
])('says how old figures of %s seconds are', (seconds, age) => {
  expect(ageText(seconds)).toBe(`The market isn't answering. These figures are ${age} old.`);
});
