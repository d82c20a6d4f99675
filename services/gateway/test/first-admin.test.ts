import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { describe, expect, it } from 'vitest';
import { attempt, PASSWORD, Stage } from './gateway-under-test.ts';

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
    'Configuration: ADMIN_USERNAME must have 1 to 64 characters (letters, digits and . _ @ -) and begin with a letter or digit',
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

describe('the tables of accounts', async () => {
  const stage = closeAfterAll(await Stage.build());
  const gateway = await stage.gateway();

  it('keeps admins and users, each name once', async () => {
    const { db } = gateway.context;
    const [admin] = await db('admin_users').insert({ username: 'santa', password_hash: 'x' }).returning('*');
    expect(admin).toEqual({
      id: 1,
      username: 'santa',
      password_hash: 'x',
      password_version: 1,
      created_at: expect.any(Date),
      last_login_at: null,
      role: 'admin',
      totp_secret: null,
      totp_step: '0',
      recovery_codes: [],
    });
    const [user] = await db('users').insert({ username: 'elf', password: 'x' }).returning('*');
    expect(user).toEqual({ id: 1, username: 'elf', password: 'x' });
    await expect(db('admin_users').insert({ username: 'santa', password_hash: 'y' })).rejects.toThrow(
      /unique/,
    );
    await expect(db('users').insert({ username: 'elf', password: 'y' })).rejects.toThrow(/unique/);
  });
});
