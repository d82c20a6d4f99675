import { OTHER_VISITS, type Visit, type VisitBatch } from '@naughty-list/contracts/visits';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { startAnalytics } from './analytics-under-test.ts';

const analytics = closeAfterAll(await startAnalytics());
beforeEach(() => analytics.empty());

const now = '2027-01-03T12:00:00.000Z';
// Around the boundaries of days, weeks, months and the year, and at times when the database's time zone has another
// date.
const times = fc.oneof(
  fc.constantFrom(
    '2026-10-31T23:59:59.999Z',
    '2026-11-01T00:00:00.000Z',
    '2026-12-20T23:59:59.999Z',
    '2026-12-21T00:00:00.000Z',
    '2026-12-31T23:59:59.999Z',
    '2027-01-01T00:00:00.000Z',
    '2027-01-03T11:00:00.000Z',
  ),
  fc
    .date({
      min: new Date('2026-10-15T00:00:00Z'),
      max: new Date('2027-01-03T12:00:00Z'),
      noInvalidDate: true,
    })
    .map((date) => date.toISOString()),
);
const visits: fc.Arbitrary<Visit> = fc.record({
  id: fc.uuid(),
  at: times,
  pageUrl: fc.constantFrom('/', '/?search=a', '/nice-list', '/nice-list/', '/pfp'),
  referrer: fc.constantFrom(
    null,
    '',
    '/',
    'https://x.com/a',
    'http://www.x.com',
    'https://t.me/',
    'nonsense',
  ),
  userAgent: fc.constantFrom(
    null,
    'Mozilla/5.0',
    'Mozilla/5.0 (iPhone) Mobile',
    'Mozilla/5.0 (Windows NT 10.0)',
  ),
  ipAddress: fc.constantFrom(null, '203.0.113.0', '8.8.8.0'),
});
const batches: fc.Arbitrary<VisitBatch[]> = fc.array(
  fc.record({ batchId: fc.uuid(), visits: fc.array(visits, { minLength: 1, maxLength: 20 }) }),
  { minLength: 1, maxLength: 6 },
);

/** The reference: every roll-up counted from the individual visits. */
async function counted(): Promise<unknown> {
  const { db } = analytics.context;
  const day = `to_char(visit_date at time zone 'UTC', 'YYYY-MM-DD')`;
  const rows = async (sql: string) => (await db.raw(sql)).rows;
  return {
    total: await rows('select count(*)::int as visits from site_visits'),
    days: await rows(`select ${day} as day, count(*)::int as visits from site_visits group by 1 order by 1`),
    pages: await rows(
      `select ${day} as day, case when page_url like '/nice-list%' then '/nice-list' when page_url = '/pfp' then '/pfp' else '/' end
         collate "C" as page, count(*)::int as visits from site_visits group by 1, 2 order by 1, 2`,
    ),
    referrers: await rows(
      `select ${day} as day, case when coalesce(referrer, '') = '' then '' when referrer like '%x.com%' then 'x.com'
         when referrer = 'https://t.me/' then 't.me' else '${OTHER_VISITS}' end collate "C" as referrer, count(*)::int as visits
       from site_visits where referrer is distinct from '/' group by 1, 2 order by 1, 2`,
    ),
    devices: await rows(
      `select ${day} as day, case when user_agent like '%Mobile%' then 'phone' when user_agent like '%Windows%' then 'desktop'
         else 'other' end collate "C" as device, count(*)::int as visits from site_visits group by 1, 2 order by 1, 2`,
    ),
    countries: await rows(
      `select ${day} as day, case ip_address when '8.8.8.0' then 'US' when '203.0.113.0' then 'AU' else '' end collate "C" as country,
         count(*)::int as visits from site_visits group by 1, 2 order by 1, 2`,
    ),
  };
}

async function rolledUp(): Promise<unknown> {
  const rows = async (sql: string) => (await analytics.context.db.raw(sql)).rows;
  const day = `to_char(day, 'YYYY-MM-DD') as day`;
  const names = (kind: string) =>
    rows(
      `select ${day}, name collate "C" as ${kind}, visits::int from daily_visits where kind = '${kind}' order by 1, 2`,
    );
  return {
    total: await rows("select sum(visits)::int as visits from daily_visits where kind = 'visitor'"),
    days: await rows(`select ${day}, visits::int from daily_visits where kind = 'all' order by 1`),
    pages: await names('page'),
    referrers: await names('referrer'),
    devices: await names('device'),
    countries: await names('country'),
  };
}

it('matches the single visits for any input, concurrent, repeated or late', async () => {
  analytics.clock.set(now);
  await fc.assert(
    fc.asyncProperty(batches, async (sent) => {
      await analytics.empty();
      // Delivered concurrently, each of them twice.
      await Promise.all([...sent, ...sent].map((batch) => analytics.recordBatch(batch)));
      expect(await rolledUp()).toEqual(await counted());
      const ids = new Map(sent.map((batch) => [batch.batchId, batch]));
      const { rows } = await analytics.context.db.raw(
        'select count(*)::int as batches from recorded_batches',
      );
      expect(rows).toEqual([{ batches: ids.size }]);
    }),
    { numRuns: 15 },
  );
});
