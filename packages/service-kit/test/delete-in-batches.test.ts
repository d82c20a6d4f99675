import { deleteInBatches, openDatabase } from '@naughty-list/service-kit/database/database';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { createTestDatabase } from '@naughty-list/test-kit/database';
import { beforeEach, expect, it } from 'vitest';

const database = closeAfterAll(await createTestDatabase());
const db = closeAfterAll(openDatabase({ url: database.url, schema: 'public' }));
await db.raw('create table letters (family text, n int, primary key (family, n))');
beforeEach(async () => {
  await db('letters').truncate();
  await db.raw("insert into letters select 'old', n from generate_series(1, 250) n");
  await db('letters').insert({ family: 'new', n: 1 });
});

const old = { table: 'letters', key: ['family', 'n'], batch: 100 } as const;
const where = (rows: { where(what: { family: string }): unknown }) => void rows.where({ family: 'old' });
const left = async () => Number((await db('letters').count({ n: '*' }).first())?.n);

it('deletes all matching rows in batches, and no others', async () => {
  const batches: number[] = [];
  const mayGoOn = () => batches.push(0) > 0;
  expect(await deleteInBatches(db, { ...old, where, mayGoOn })).toBe(250);
  expect(batches).toHaveLength(3);
  expect(await db('letters')).toEqual([{ family: 'new', n: 1 }]);
});

it('stops between two batches on request', async () => {
  let batches = 0;
  expect(await deleteInBatches(db, { ...old, where, mayGoOn: () => ++batches <= 2 })).toBe(200);
  expect(await left()).toBe(51);
});

it('skips locked rows, which stay for the next run', async () => {
  const holding = await db.transaction();
  await holding('letters').where('n', '<=', 10).where({ family: 'old' }).forUpdate();
  expect(await deleteInBatches(db, { ...old, where })).toBe(240);
  await holding.commit();
  expect(await deleteInBatches(db, { ...old, where })).toBe(10);
});

it('deletes each row once, however many copies run concurrently', async () => {
  const counts = await Promise.all(
    Array.from({ length: 4 }, () => deleteInBatches(db, { ...old, where, batch: 7 })),
  );
  const rest = await deleteInBatches(db, { ...old, where });
  expect(counts.reduce((sum, count) => sum + count, rest)).toBe(250);
  expect(await left()).toBe(1);
});
