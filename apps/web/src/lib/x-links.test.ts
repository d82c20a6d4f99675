import { expect, test } from 'vitest';
import { postIdFromUrl, profileHandle } from './x-links.ts';

test.each([
  ['https://x.com/naughtylistsol', '@naughtylistsol'],
  ['https://www.twitter.com/naughtylistsol/?lang=en', '@naughtylistsol'],
  ['https://x.com/naughtylistsol/status/1', undefined],
  ['https://t.me/naughtylistsol', undefined],
  ['https://notx.com/a', undefined],
  ['no link', undefined],
])('%s reads as %s', (link, handle) => {
  expect(profileHandle(link)).toBe(handle);
});

test.each([
  ['https://x.com/grinch/status/1234567890123456789', '1234567890123456789'],
  ['https://twitter.com/grinch/statuses/12/photo/1', '12'],
  ['https://x.com/grinch', undefined],
  ['https://x.com/grinch/status/', undefined],
])('%s holds the post %s', (url, id) => {
  expect(postIdFromUrl(url)).toBe(id);
});
