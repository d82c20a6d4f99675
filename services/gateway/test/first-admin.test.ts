import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, it } from 'vitest';
import { attempt, PASSWORD } from './admin-under-test.ts';
import { Stage } from './gateway-under-test.ts';

const stage = closeAfterAll(await Stage.build());

const wrong: [Record<string, string>, string][] = [
  [
    { ADMIN_USERNAME: 'santa', ADMIN_PASSWORD: 'short' },
    'Configuration: ADMIN_PASSWORD must have at least 12 characters',
  ],
  [{ ADMIN_USERNAME: 'santa' }, 'Configuration: ADMIN_PASSWORD is missing'],
  [{ ADMIN_PASSWORD: PASSWORD }, 'Configuration: ADMIN_USERNAME is missing'],
  [
    { ADMIN_USERNAME: 'santa claus', ADMIN_PASSWORD: PASSWORD },
    'Configuration: ADMIN_USERNAME must be 1 to 64 letters, digits or . _ @ - and begin with a letter or digit',
  ],
];

it.each(wrong)('refuses %o in one line', async (settings, message) => {
  await expect(stage.gateway(settings)).rejects.toThrow(message);
});

it('makes the admin of the settings at the first start, and no other later', async () => {
  const settings = { ADMIN_USERNAME: 'santa', ADMIN_PASSWORD: PASSWORD };
  const several = await Promise.all([stage.gateway(settings), stage.gateway(settings)]);
  for (const { url } of several) expect((await attempt(url, 'santa', PASSWORD)).status).toBe(200);
  const later = await stage.gateway({ ADMIN_USERNAME: 'grinch', ADMIN_PASSWORD: 'another password' });
  expect((await attempt(later.url, 'grinch', 'another password')).status).toBe(401);
  const changed = await stage.gateway({ ...settings, ADMIN_PASSWORD: 'another password' });
  expect((await attempt(changed.url, 'santa', PASSWORD)).status).toBe(200);
  expect(await later.context.db('admin_users').pluck('username')).toEqual(['santa']);
});
