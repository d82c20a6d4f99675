import { expect, it } from 'vitest';
import { holdText } from './case-facts.tsx';

it('does not blame the network of a reporter whose public statement an undone decision holds', () => {
  expect(holdText(true, null)).toEqual(['because a decision about it was undone']);
  expect(holdText(true, 'rate')).toEqual([expect.stringContaining('its network sent many entries')]);
  expect(holdText(false, null)).toEqual([]);
});
