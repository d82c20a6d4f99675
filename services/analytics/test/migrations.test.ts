import { listMonths } from '@naughty-list/analytics/visits/partitions';
import { openDatabase } from '@naughty-list/service-kit/database/database';
import { createTestDatabase } from '@naughty-list/test-kit/database';
import { expect, it } from 'vitest';
import { up as createVisits } from '../migrations/202611202330-visits.ts';
import { up as partitionVisits } from '../migrations/202611210300-partitions-and-roll-ups.ts';

it('migrates visits counted before months and roll-ups existed', async () => {
  const database = await createTestDatabase();
  const db = openDatabase({ url: database.url, schema: 'analytics' });
  await db.raw('create schema analytics');
  await createVisits(db);
  const visits: [at: string, page: string, referrer: string | null][] = [
    ['2026-11-30T23:59:59.999Z', '/', null],
    ['2026-12-01T00:00:00Z', '/?search=a', 'https://www.X.com:443/a?b'],
    ['2026-12-01T10:00:00Z', '/nice-list/', 'https://user:secret@t.me/'],
    ['2026-12-01T11:00:00Z', '/', 'nonsense'],
    ...Array.from({ length: 250 }, (_, n): [string, string, null] => ['2026-12-02T00:00:00Z', `/${n}`, null]),
  ];
  await db('site_visits').insert(
    visits.map(([visit_date, page_url, referrer]) => ({ visit_date, page_url, referrer })),
  );
  await db('hit_counter').update({ hit_count: visits.length });
  const before = await db('site_visits').orderBy('id');

  await db.transaction(partitionVisits);

  expect(await db('site_visits').orderBy('id')).toEqual(before);
  expect(await listMonths(db)).toEqual(['2026-11', '2026-12']);
  expect(await db('hit_counter').pluck('hit_count')).toEqual(['254']);
  expect(await db('daily_visits').orderBy('day').pluck('visits')).toEqual(['1', '3', '250']);
  const names = (table: string, name: string) =>
    db(table).where('day', '<=', '2026-12-01').orderBy(['day', name]).select(name, 'visits');
  expect(await names('daily_pages', 'page')).toEqual([
    { page: '/', visits: '1' },
    { page: '/', visits: '2' },
    { page: '/nice-list', visits: '1' },
  ]);
  expect(await names('daily_referrers', 'referrer')).toEqual([
    { referrer: '', visits: '1' },
    { referrer: '(other)', visits: '1' },
    { referrer: 't.me', visits: '1' },
    { referrer: 'x.com', visits: '1' },
  ]);
  expect(await db('daily_pages').where('day', '2026-12-02')).toHaveLength(201);
  expect(await db('daily_pages').where({ page: '(other)' }).pluck('visits')).toEqual(['50']);
  // New ids continue after the old ones.
  const [next] = await db('site_visits')
    .insert({ visit_date: '2026-12-03T00:00:00Z', page_url: '/' })
    .returning('id');
  expect(Number(next.id)).toBe(Number(before.at(-1).id) + 1);
  await db.destroy();
  await database.drop();
});
