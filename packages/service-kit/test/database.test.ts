import { openDatabase, pingDatabase } from '@naughty-list/service-kit/database/database';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { createTestDatabase } from '@naughty-list/test-kit/database';
import { expect, it, vi } from 'vitest';

const database = closeAfterAll(await createTestDatabase());
const db = closeAfterAll(openDatabase({ url: database.url, schema: 'north' }));

it('returns big integers as text', async () => {
  const { rows } = await db.raw('select 9007199254740993::bigint as big, 1.5::numeric as exact');
  expect(rows).toEqual([{ big: '9007199254740993', exact: '1.5' }]);
});

it('reports whether the database responds', async () => {
  expect(await pingDatabase(db)).toBe(true);
  const nowhere = openDatabase({ url: 'postgres://postgres@127.0.0.1:1/none', schema: 'x' });
  expect(await pingDatabase(nowhere)).toBe(false);
  await nowhere.destroy();
});

it('keeps no session, and so nothing that was set or shadowed in one, for longer than ten minutes', async () => {
  const session = openDatabase({ url: database.url, schema: 'north', max: 1 });
  const read = async () => (await session.raw('select pg_backend_pid() as pid')).rows[0].pid;
  const first = await read();
  expect(await read()).toBe(first);
  const now = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(now + 660_000);
  expect(await read()).not.toBe(first);
  vi.restoreAllMocks();
  await session.destroy();
});

it.each([
  ['DateStyle', 'SQL, DMY', 'ISO, MDY'],
  ['gin_fuzzy_search_limit', '1', '0'],
  ['transform_null_equals', 'on', 'off'],
])('its results do not depend on the default of %s', async (name, other, own) => {
  const url = new URL(database.url);
  // As by ALTER SYSTEM, which would do so to other tests.
  url.searchParams.set('options', `-c ${name}=${other.replace(' ', '')}`);
  const session = openDatabase({ url: url.href, schema: 'north', max: 1 });
  const { rows } = await session.raw('select current_setting(?) as own', [name]);
  await session.destroy();
  expect(rows).toEqual([{ own }]);
});
