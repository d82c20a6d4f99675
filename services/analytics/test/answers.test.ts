import { analyticsTexts } from '@naughty-list/contracts/analytics';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { beforeEach, expect, it } from 'vitest';
import { startAnalytics, visit } from './analytics-under-test.ts';

const analytics = closeAfterAll(await startAnalytics());
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
  await analytics.get('/api/hit-counter', { admin: '' });
  analytics.context.db.off('query', listen);
  expect(queries).toHaveLength(6);
  expect(queries.filter((sql) => sql.includes('site_visits'))).toEqual([]);
});

it('returns the period before, and the daily visits of one page, referrer or device', async () => {
  analytics.clock.set('2027-01-14T12:00:00Z');
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148 Safari/604.1';
  await analytics.record(
    visit('/', { at: '2027-01-07T10:00:00Z' }),
    visit('/nice-list', { at: '2027-01-14T10:00:00Z', referrer: 'https://t.me/x', userAgent: phone }),
    visit('/', { at: '2027-01-14T11:00:00Z' }),
  );
  const visitsOf = async (query: string) =>
    ((await ask(`daily?days=7&${query}`)) as Days).filter(({ visits }) => visits > 0);
  expect(await visitsOf('period=previous')).toEqual([{ date: '2027-01-07', visits: 1 }]);
  const one = [{ date: '2027-01-14', visits: 1 }];
  expect(await visitsOf('page=/nice-list')).toEqual(one);
  expect(await visitsOf('referrer=t.me')).toEqual(one);
  expect(await visitsOf('device=phone')).toEqual(one);
  expect(await visitsOf('page=/&period=previous')).toEqual([{ date: '2027-01-07', visits: 1 }]);
  expect(await visitsOf('page=/nowhere')).toEqual([]);
});

it('refuses a filter that no stored text can match', async () => {
  for (const filter of ['page=%00', 'referrer=%00', 'country=xx'])
    expect((await analytics.get(`/api/admin/analytics/daily?${filter}`)).status).toBe(400);
});

it('refuses two filters at once', async () => {
  const { status, body } = await analytics.get('/api/admin/analytics/daily?page=/&device=phone');
  expect([status, (body as { message: string }).message]).toEqual([400, analyticsTexts.oneFilter]);
});

it.each([
  [
    'phone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
  ],
  ['phone', 'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 Chrome/156.0 Mobile Safari/537.36'],
  ['tablet', 'Mozilla/5.0 (Linux; Android 16; SM-X900) AppleWebKit/537.36 Chrome/156.0 Safari/537.36'],
  ['tablet', 'Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'],
  ['desktop', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36'],
  ['desktop', 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'],
  ['other', 'curl/8.0'],
  ['other', null],
])('counts a %s', async (device, userAgent) => {
  analytics.clock.set('2027-01-14T12:00:00Z');
  await analytics.record(visit('/', { at: '2027-01-14T11:00:00Z', userAgent }));
  expect(await ask('devices')).toEqual([{ device, visits: 1 }]);
});

it.each([
  ['US', '8.8.8.0'],
  ['DE', '2a01:4f8::'],
  ['', '192.0.2.0'],
  ['', 'nowhere'],
  ['', null],
])('counts a visitor in "%s"', async (country, ipAddress) => {
  analytics.clock.set('2027-01-14T12:00:00Z');
  await analytics.record(visit('/', { at: '2027-01-14T11:00:00Z', ipAddress }));
  expect(await ask('countries')).toEqual([{ country, visits: 1 }]);
  expect(((await ask(`daily?days=7&country=${country}`)) as Days).at(-1)?.visits).toBe(1);
});

it('counts who was on the site in the last five minutes, each browser once', async () => {
  analytics.clock.set('2027-01-14T12:00:00Z');
  const [one, other] = ['203.0.113.0', '198.51.100.0'];
  await analytics.record(
    visit('/', { at: '2027-01-14T11:54:59Z', ipAddress: '192.0.2.0' }),
    visit('/', { at: '2027-01-14T11:56:00Z', ipAddress: one }),
    visit('/nice-list', { at: '2027-01-14T11:57:00Z', ipAddress: one }),
    visit('/', { at: '2027-01-14T11:59:00Z', ipAddress: other }),
  );
  expect(await ask('live')).toEqual({ visitors: 2 });
});
