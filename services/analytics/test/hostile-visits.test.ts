import { OTHER_VISITS, recordVisitsJob } from '@naughty-list/contracts/visits';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { beforeEach, expect, it } from 'vitest';
import { PAGES_PER_DAY, REFERRERS_PER_DAY } from '../src/visits/roll-ups.ts';
import { batchOf, startAnalytics, visit } from './analytics-under-test.ts';

const analytics = closeAfterAll(await startAnalytics());
beforeEach(() => analytics.empty());

const top = async (what: 'pages' | 'referrers') =>
  (await analytics.get(`/api/admin/analytics/${what}?days=7&limit=50`)).body;

const hostile = [
  '',
  '\0',
  'a\0b',
  '\uD800',
  '\uDC00half',
  '🎅'.repeat(1_024),
  `/${'🎄'.repeat(1_000)}`,
  'ÿþý\u0001\u001f\u007f',
  'x'.repeat(2_048),
  `/${'x'.repeat(2_047)}`,
  `https://${'h'.repeat(2_000)}.example/`,
  `https://${'a.'.repeat(900)}example/`,
  'https://x.com:99999/',
  'http://[::1]/',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  "'); drop table site_visits; --",
  '{"a":"\\u0000"}',
  '\\u0000\\ud800',
  '(other)',
  '//evil.example/path',
  '/%00%ff%c0%80',
  '/?\0=🎅#\uDFFF',
  'https://user:secret@bank.example/path?token=1',
];

it('stores and counts any input, through the queue as well', async () => {
  const visits = hostile.map((text) =>
    visit(text, { referrer: text, userAgent: text.slice(0, 512), ipAddress: text.slice(0, 64) }),
  );
  expect(recordVisitsJob.payload.safeParse(batchOf(...visits)).success).toBe(true);
  expect(await analytics.record(...visits)).toBe(hostile.length);
  expect((await analytics.get('/api/hit-counter')).body).toEqual({ hitCount: hostile.length });
  expect(await analytics.context.db('site_visits')).toHaveLength(hostile.length);
  const { rows } = await analytics.context.db.raw(
    "select sum(visits)::int as visits from daily_visits where kind = 'page'",
  );
  expect(rows).toEqual([{ visits: hostile.length }]);
});

it('keeps no passwords, ports or paths of referrers among the hosts', async () => {
  const sources = [
    'https://user:secret@bank.example/path?token=1',
    'HTTPS://WWW.Bank.example:444/',
    'android-app://com.Example.Mail/',
    'https://xn--mnchen-3ya.example/',
    'https://münchen.example/',
  ];
  await analytics.record(...sources.map((referrer) => visit('/', { referrer })));
  expect(await top('referrers')).toEqual([
    { referrer: 'bank.example', visits: 2 },
    { referrer: 'xn--mnchen-3ya.example', visits: 2 },
    { referrer: 'com.example.mail', visits: 1 },
  ]);
});

it('counts pages by their path, and visits from other pages of this site under no referrer', async () => {
  await analytics.record(
    visit('/'),
    visit('/?search=grinch'),
    visit('/#token'),
    visit('/nice-list', { referrer: '/' }),
    visit('/nice-list/', { referrer: '/pfp?a' }),
    visit('https://elsewhere.example/'),
  );
  expect(await top('pages')).toEqual([
    { page: '/', visits: 3 },
    { page: '/nice-list', visits: 2 },
    { page: OTHER_VISITS, visits: 1 },
  ]);
  expect(await top('referrers')).toEqual([{ referrer: '', visits: 4 }]);
});

it('keeps its tables small however many names clients invent, and continues to count known ones', async () => {
  const flood = (n: number) => visit(`/flood-${n}`, { referrer: `https://flood-${n}.example/` });
  await analytics.record(visit('/'), visit('/', { referrer: 'https://x.com/' }));
  await Promise.all(
    [0, 1, 2, 3].map((batch) =>
      analytics.record(...Array.from({ length: 500 }, (_, n) => flood(500 * batch + n))),
    ),
  );
  await analytics.record(visit('/'), visit('/late', { referrer: 'https://late.example/' }));
  const { db } = analytics.context;
  const counted = (kind: string) => db('daily_visits').where({ kind });
  const visitsOf = (kind: string, name: string) => counted(kind).where({ name }).pluck('visits');
  expect(await counted('page').whereNot('name', OTHER_VISITS)).toHaveLength(PAGES_PER_DAY);
  expect(await counted('referrer').whereNot('name', OTHER_VISITS)).toHaveLength(REFERRERS_PER_DAY);
  expect(await visitsOf('page', OTHER_VISITS)).toEqual([String(2_000 + 1 - (PAGES_PER_DAY - 1))]);
  expect(await visitsOf('page', '/')).toEqual(['3']);
  expect(await visitsOf('referrer', '')).toEqual(['2']);
  // The limit is per day.
  analytics.clock.set('2026-12-25T12:00:00Z');
  await analytics.record(visit('/late', { at: '2026-12-25T11:00:00Z' }));
  expect(await visitsOf('page', '/late')).toEqual(['1']);
});
