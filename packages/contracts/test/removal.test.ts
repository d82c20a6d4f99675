import { expect, it } from 'vitest';
import { burnRequestTexts } from '../src/removal.ts';

it('names the free appeal in the wallet, where the page that does is out of sight', () => {
  expect(burnRequestTexts.message('1,000,000', 'LISTBURN007')).toBe(
    'Burns 1,000,000 LIST to take a report off the list (LISTBURN007). An appeal is free.',
  );
});
