import { expect, test } from 'vitest';
import { positiveBadge } from './positive-badge.ts';

test.each([
  ['An HONEST man, and generous too.', 'HONEST'],
  ['Gave, gave and gave: what a legend!', 'LEGEND'],
  ['trustworthy.', 'TRUSTWORTHY'],
  ['He is kinda unhelpful, a disloyal impolite greatcoat', 'NICE'],
  ['Shipped on time, every time', 'NICE'],
  ['Помог всем', 'NICE'],
  ['constructor toString __proto__', 'NICE'],
  ['', 'NICE'],
])('%j is stamped %s', (description, badge) => {
  expect(positiveBadge(description)).toBe(badge);
});
