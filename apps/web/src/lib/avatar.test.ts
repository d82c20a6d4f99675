import { expect, it } from 'vitest';
import { avatarUrl } from './avatar.ts';

it('a profile image has a new address once it was refreshed', () => {
  expect(avatarUrl('grinch')).toBe('/api/avatar/grinch');
  expect(avatarUrl('grinch', 1795230000)).toBe('/api/avatar/grinch?version=1795230000');
});
