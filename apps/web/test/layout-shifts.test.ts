import { expect, test } from 'vitest';
import { describeMoved } from './layout-shifts.ts';

test('a shift is one line: the element, and the changes of its box', () => {
  const from = { x: 892.31, y: 12, width: 424.7, height: 44 };
  const to = { x: 894.64, y: 12, width: 420, height: 44 };
  expect(describeMoved({ what: 'nav', shift: 0.00123, from, to })).toBe(
    'nav: x 892.3 -> 894.6 px, width 424.7 -> 420 px (0.0012)',
  );
});
