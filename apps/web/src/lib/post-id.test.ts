import { expect, test } from 'vitest';
import { postIdFromUrl } from './post-id.ts';

test.each([
  ['https://x.com/grinch/status/1234567890123456789', '1234567890123456789'],
  ['https://twitter.com/grinch/statuses/12/photo/1', '12'],
  ['https://x.com/grinch', undefined],
  ['https://x.com/grinch/status/', undefined],
])('%s holds the post %s', (url, id) => {
  expect(postIdFromUrl(url)).toBe(id);
});
