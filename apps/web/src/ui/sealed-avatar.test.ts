import { expect, it } from 'vitest';
import { avatarUrl } from './sealed-avatar.tsx';

it('a refreshed profile image has a new URL', () => {
  expect(avatarUrl({ username: 'grinch' })).toBe('/api/avatar/grinch');
  expect(avatarUrl({ username: 'grinch' }, 1795230000)).toBe('/api/avatar/grinch?version=1795230000');
});

it('shows the face of the account by its present name: another may have the one that was reported', () => {
  const aliases = [{ username: 'grinch_2', isCurrent: true, seenAt: '' }];
  expect(avatarUrl({ username: 'grinch', aliases })).toBe('/api/avatar/grinch_2');
});
