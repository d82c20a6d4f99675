import { deleteInBatches, openDatabase, pingDatabase } from '@naughty-list/service-kit/database/database';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { createTestDatabase } from '@naughty-list/test-kit/database';
import { beforeEach, expect, it, vi } from 'vitest';

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

const post = closeAfterAll(openDatabase({ url: database.url, schema: 'public' }));
await post.raw('create table letters (family text, n int, primary key (family, n))');
beforeEach(async () => {
  await post('letters').truncate();
  await post.raw("insert into letters select 'old', n from generate_series(1, 250) n");
  await post('letters').insert({ family: 'new', n: 1 });
});

const old = { table: 'letters', key: ['family', 'n'], batch: 100 } as const;
const where = (rows: { where(what: { family: string }): unknown }) => void rows.where({ family: 'old' });
const left = async () => Number((await post('letters').count({ n: '*' }).first())?.n);

it('deletes all matching rows in batches, and no others', async () => {
  const batches: number[] = [];
  const mayGoOn = () => batches.push(0) > 0;
  expect(await deleteInBatches(post, { ...old, where, mayGoOn })).toBe(250);
  expect(batches).toHaveLength(3);
  expect(await post('letters')).toEqual([{ family: 'new', n: 1 }]);
});

it('stops between two batches on request', async () => {
  let batches = 0;
  expect(await deleteInBatches(post, { ...old, where, mayGoOn: () => ++batches <= 2 })).toBe(200);
  expect(await left()).toBe(51);
});

it('skips locked rows, which stay for the next run', async () => {
  const holding = await post.transaction();
  await holding('letters').where('n', '<=', 10).where({ family: 'old' }).forUpdate();
  expect(await deleteInBatches(post, { ...old, where })).toBe(240);
  await holding.commit();
  expect(await deleteInBatches(post, { ...old, where })).toBe(10);
});

it('deletes each row once, however many copies run concurrently', async () => {
  const counts = await Promise.all(
    Array.from({ length: 4 }, () => deleteInBatches(post, { ...old, where, batch: 7 })),
  );
  const rest = await deleteInBatches(post, { ...old, where });
  expect(counts.reduce((sum, count) => sum + count, rest)).toBe(250);
  expect(await left()).toBe(1);
});
