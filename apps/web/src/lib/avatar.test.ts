import { expect, it } from 'vitest';
import { avatarUrl } from './avatar.ts';

it('a profile image has a new address once it was refreshed', () => {
  expect(avatarUrl('grinch')).toBe('https://unavatar.io/x/grinch?fallback=false');
  expect(avatarUrl('grinch', 1795230000)).toBe(
    'https://unavatar.io/x/grinch?fallback=false&version=1795230000',
  );
});
