import { expect, it } from 'vitest';
import { avatarUrl } from './sealed-avatar.tsx';

it('a refreshed profile image has a new URL', () => {
  expect(avatarUrl('grinch')).toBe('/api/avatar/grinch');
  expect(avatarUrl('grinch', 1795230000)).toBe('/api/avatar/grinch?version=1795230000');
});
