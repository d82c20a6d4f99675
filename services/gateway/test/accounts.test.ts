import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, it } from 'vitest';
import { Stage } from './gateway-under-test.ts';

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
  await expect(db('admin_users').insert({ username: 'santa', password_hash: 'y' })).rejects.toThrow(/unique/);
  await expect(db('users').insert({ username: 'elf', password: 'y' })).rejects.toThrow(/unique/);
});

it('starts again on a schema that is there', async () => {
  const again = await stage.gateway();
  expect(await again.context.db('admin_users').pluck('username')).toEqual(['santa']);
});
