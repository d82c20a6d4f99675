import { expect, test } from 'vitest';
import { profileHandle } from './profile-handle.ts';

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
