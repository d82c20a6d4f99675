import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type AnalyticsUnderTest, startAnalytics } from './analytics-under-test.ts';
import { visit } from './visit.ts';

let analytics: AnalyticsUnderTest;

beforeAll(async () => {
  analytics = await startAnalytics();
});
afterAll(() => analytics.stop());
beforeEach(() => analytics.empty());

const ask = async (what: string) => {
  const { status, body } = await analytics.get(`/api/admin/analytics/${what}`);
  expect(status).toBe(200);
  return body;
};
const visitsAt = (...times: string[]) => times.map((at) => visit('/', { at }));
type Days = { date: string; visits: number }[];
type Weeks = { week: string; visits: number }[];

it('lists every day up to today, oldest first, also those without visits', async () => {
  analytics.clock.set('2027-01-01T00:30:00Z');
  await analytics.record(
    ...visitsAt('2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00.000Z', '2027-01-01T00:10:00Z'),
  );
  expect(await ask('daily?days=7')).toEqual([
    { date: '2026-12-26', visits: 0 },
    { date: '2026-12-27', visits: 0 },
    { date: '2026-12-28', visits: 0 },
    { date: '2026-12-29', visits: 0 },
    { date: '2026-12-30', visits: 0 },
    { date: '2026-12-31', visits: 1 },
    { date: '2027-01-01', visits: 2 },
  ]);
  expect(((await ask('daily')) as Days).map(({ date }) => date).at(0)).toBe('2026-12-03');
  expect(await ask('daily?days=90')).toHaveLength(90);
});

it('counts in weeks that begin on Monday, over the end of the year', async () => {
  analytics.clock.set('2027-01-04T08:00:00Z');
  await analytics.record(
    ...visitsAt(
      '2026-12-27T23:59:59Z',
      '2026-12-28T00:00:00Z',
      '2027-01-03T23:59:59Z',
      '2027-01-04T00:00:00Z',
    ),
  );
  expect(await ask('weekly?weeks=4')).toEqual([
    { week: '2026-12-14', visits: 0 },
    { week: '2026-12-21', visits: 1 },
    { week: '2026-12-28', visits: 2 },
    { week: '2027-01-04', visits: 1 },
  ]);
  const weeks = (await ask('weekly')) as Weeks;
  expect(weeks).toHaveLength(12);
  expect(weeks.every(({ week }) => new Date(`${week}T00:00:00Z`).getUTCDay() === 1)).toBe(true);
  expect(await ask('weekly?weeks=52')).toHaveLength(52);
});

it('starts a new week on Monday at midnight UTC, not before', async () => {
  analytics.clock.set('2026-12-27T23:59:59Z');
  expect(((await ask('weekly?weeks=1')) as Weeks)[0]?.week).toBe('2026-12-21');
  analytics.clock.set('2026-12-28T00:00:00Z');
  expect(((await ask('weekly?weeks=1')) as Weeks)[0]?.week).toBe('2026-12-28');
});

it('counts a visit from the future, or from before the site, as one of now', async () => {
  analytics.clock.set('2026-12-24T18:00:00Z');
  await analytics.record(
    ...visitsAt(
      '2026-12-25T18:00:00Z',
      '9999-12-31T23:59:59Z',
      '1970-01-01T00:00:00Z',
      '0000-01-01T00:00:00Z',
    ),
  );
  expect(((await ask('daily?days=7')) as Days).at(-1)).toEqual({ date: '2026-12-24', visits: 4 });
});

it('returns the total, the top pages and the top referrers', async () => {
  analytics.clock.set('2026-12-24T18:00:00Z');
  const at = '2026-12-24T10:00:00Z';
  await analytics.record(
    visit('/pfp', { at, referrer: 'https://x.com/' }),
    visit('/', { at, referrer: 'https://x.com/a' }),
    visit('/?search=a', { at, referrer: 'https://t.me/' }),
    visit('/old', { at: '2026-12-01T10:00:00Z', referrer: 'https://old.example/' }),
  );
  expect(await ask('total')).toEqual({ totalVisits: 4 });
  expect(await ask('pages?days=7')).toEqual([
    { page: '/', visits: 2 },
    { page: '/pfp', visits: 1 },
  ]);
  expect(await ask('pages?days=30&limit=1')).toEqual([{ page: '/', visits: 2 }]);
  expect(await ask('referrers?days=7')).toEqual([
    { referrer: 'x.com', visits: 2 },
    { referrer: 't.me', visits: 1 },
  ]);
  expect(await ask('referrers?days=90')).toHaveLength(3);
});

it.each([
  'daily?days=8',
  'daily?days=',
  'daily?days=7%00',
  'weekly?weeks=0',
  'weekly?weeks=53',
  'weekly?weeks=1e1',
])('refuses %s', async (what) => {
  const { status, body } = await analytics.get(`/api/admin/analytics/${what}`);
  expect({ status, body }).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
});

it.each(['daily', 'weekly', 'total', 'pages', 'referrers'])('returns %s to admins only', async (what) => {
  const path = `/api/admin/analytics/${what}`;
  expect((await fetch(analytics.url + path)).status).toBe(401);
  expect((await analytics.get(path, { admin: '' })).status).toBe(401);
  // Only the gateway may name an admin.
  expect((await analytics.get(path, { caller: 'reports' })).status).toBe(401);
});

it('reads roll-ups only, however many visits there are', async () => {
  const queries: string[] = [];
  const listen = ({ sql }: { sql: string }) => queries.push(sql);
  analytics.context.db.on('query', listen);
  for (const what of ['daily', 'weekly', 'total', 'pages', 'referrers']) await ask(what);
  analytics.context.db.off('query', listen);
  expect(queries).toHaveLength(5);
  expect(queries.filter((sql) => sql.includes('site_visits'))).toEqual([]);
});
