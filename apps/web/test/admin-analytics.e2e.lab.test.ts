import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { queryOf, visitAsAdmin, withAdmin } from './admin-parts.ts';
import { startSeparateWeb, whileDown } from './web-under-test.ts';

const DAY_MS = 86_400_000;
const WEEKS = 12;
const TOTAL = 1_234_567;

/** Visits of a day in the past. */
function visitsOn(daysAgo: number): number {
  if (daysAgo === 0) return 5;
  if (daysAgo <= 6) return 10;
  if (daysAgo === 9) return 1;
  if (daysAgo <= 13) return 20;
  return daysAgo <= 29 ? 0 : 2;
}

const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);

/** Sets the count of each of the last 91 days to `visitsOn`, plus an old day that makes the sum `TOTAL`. */
async function countDays(): Promise<void> {
  await web.sql("delete from analytics.daily_visits where kind = 'all'");
  const days = Array.from({ length: 91 }, (_, daysAgo) => daysAgo);
  await web.sql(
    "insert into analytics.daily_visits select 'all', day, '', visits from unnest($1::date[], $2::bigint[]) as counted (day, visits)",
    [days.map(dayOf), days.map(visitsOn)],
  );
  await web.sql(
    "insert into analytics.daily_visits select 'all', '2020-01-01', '', $1 - sum(visits) from analytics.daily_visits where kind = 'all'",
    [TOTAL],
  );
}

const web = closeAfterAll(await startSeparateWeb(withAdmin));
await countDays();
for (const [kind, names] of Object.entries({
  page: ['/', '/nice-list', '/pfp'],
  referrer: ['', 'x.com', 't.me'],
  device: ['desktop', 'phone', 'tablet'],
  country: ['US', 'DE', ''],
})) {
  // The third page has visits only long ago.
  await web.sql(
    'insert into analytics.daily_visits (kind, day, name, visits) select $1, * from unnest($2::date[], $3::text[], $4::bigint[])',
    [kind, [dayOf(0), dayOf(3), dayOf(60)], names, [40, 1_234, 7]],
  );
}

const panel = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const columns = (chart: Locator) =>
  chart
    .locator('rect[data-value]')
    .evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('data-value'))));

test('the total, and the trend of the last seven days against the seven before', async () => {
  const { page } = await visitAsAdmin(web, '/admin', { complains: false });
  await page.getByRole('tab', { name: 'Site Analytics' }).click();
  await panel(page, 'Total Visits').getByText('1,234,567').waitFor();
  // 65 after 121.
  await panel(page, 'Weekly Trend').getByText('Down 46.3%').waitFor();
  await panel(page, 'Weekly Trend').getByText('65 in the last 7 days, 121 in the 7 before').waitFor();
});

test('the daily chart: 30 days at first, 7 and 90 on demand, the range in the URL', async () => {
  const { page } = await visitAsAdmin(web, '/admin/analytics', { complains: false });
  const daily = panel(page, 'Daily Visits');
  const expected = (days: number) => Array.from({ length: days }, (_, index) => visitsOn(days - 1 - index));
  await expect.poll(() => columns(daily)).toEqual(expected(30));
  expect(await daily.getByRole('button', { name: '30 days' }).getAttribute('aria-pressed')).toBe('true');
  for (const days of [7, 90]) {
    await daily.getByRole('button', { name: `${days} days`, exact: true }).click();
    await expect.poll(() => columns(daily)).toEqual(expected(days));
    expect(queryOf(page)).toBe(`?days=${days}`);
  }
  await page.reload();
  await expect.poll(() => columns(daily)).toEqual(expected(90));
  expect(await daily.getByRole('img').getAttribute('aria-label')).toBe(
    `Visits in the last 90 days: ${expected(90).reduce((sum, visits) => sum + visits, 0)} visits in all. The table below has each number.`,
  );
});

test('the hovered column shows its number; the table has all of them', async () => {
  const { page } = await visitAsAdmin(web, '/admin/analytics?days=7');
  const daily = panel(page, 'Daily Visits');
  await expect.poll(async () => (await columns(daily)).length).toBe(7);
  await daily.getByText('so far: 5 visits').waitFor();
  await daily.locator('rect[data-value]').first().hover();
  await daily.getByText(/^\w+, \w+ \d+, \d{4}: 10 visits$/).waitFor();
  await daily.getByText('Show as a table').click();
  const cells = daily.getByRole('table', { name: 'Visits in the last 7 days' }).getByRole('cell');
  expect(await cells.allTextContents()).toEqual(['5', '10', '10', '10', '10', '10', '10']);
});

test('the weekly chart: twelve weeks from their Mondays', async () => {
  const { page } = await visitAsAdmin(web, '/admin/analytics');
  const weekly = panel(page, 'Weekly Visits');
  const daysSinceMonday = (new Date().getUTCDay() + 6) % 7;
  const expected = Array.from({ length: WEEKS }, (_, index) => {
    const mondayAgo = daysSinceMonday + 7 * (WEEKS - 1 - index);
    const days = Array.from({ length: 7 }, (_unused, day) => mondayAgo - day).filter((ago) => ago >= 0);
    return days.reduce((sum, ago) => sum + visitsOn(ago), 0);
  });
  await expect.poll(() => columns(weekly)).toEqual(expected);
  await weekly
    .getByText(/^Week of Mon, /)
    .first()
    .waitFor();
});

test('the latest ten days, today first, with bars of at least 10%', async () => {
  const { page } = await visitAsAdmin(web, '/admin/analytics');
  const latest = panel(page, 'Latest 10 Days');
  await latest.getByText('Today').waitFor();
  const days = latest.getByRole('listitem');
  expect(
    await days.locator('time').evaluateAll((all) => all.map((day) => day.getAttribute('datetime'))),
  ).toEqual(Array.from({ length: 10 }, (_, daysAgo) => dayOf(daysAgo)));
  const texts = await days.allTextContents();
  expect(texts[0]).toContain('5 visits');
  expect(texts[9]).toContain('1 visit');
  const widths = await latest.locator('[data-bar]').evaluateAll((bars) =>
    bars.map((bar) => {
      const room = bar.parentElement?.getBoundingClientRect().width ?? 1;
      return Math.round((bar.getBoundingClientRect().width / room) * 100);
    }),
  );
  expect(widths).toEqual([25, 50, 50, 50, 50, 50, 50, 100, 100, 10]);
});

test('top pages and referrers of the chosen range', async () => {
  const { page } = await visitAsAdmin(web, '/admin/analytics');
  const pages = panel(page, /^Top Pages/).getByRole('listitem');
  const referrers = panel(page, /^Top Referrers/).getByRole('listitem');
  await expect.poll(() => pages.allTextContents()).toEqual(['1./nice-list1,234', '2./40']);
  await expect.poll(() => referrers.allTextContents()).toEqual(['1.x.com1,234', '2.Direct / unknown40']);
  await page.getByRole('button', { name: '90 days' }).click();
  await expect.poll(() => pages.count()).toBe(3);
  await expect.poll(() => referrers.count()).toBe(3);
  await page.getByRole('button', { name: '7 days', exact: true }).click();
  await expect.poll(() => pages.count()).toBe(2);
});

test('the period before is compared, and the visits can be filtered by page, referrer or device', async () => {
  const { page } = await visitAsAdmin(web, '/admin/analytics?days=7', { complains: false });
  const daily = panel(page, 'Daily Visits');
  await daily.getByText('65 visits, down 46.3% from the 7 days before (121).').waitFor();
  expect(await daily.locator('rect[data-before]').count()).toBe(7);
  await panel(page, /^Top Pages/)
    .getByRole('button', { name: '/nice-list' })
    .click();
  await expect.poll(() => columns(daily)).toEqual([0, 0, 0, 1_234, 0, 0, 0]);
  expect(queryOf(page)).toBe('?days=7&page=%2Fnice-list');
  expect(await daily.getByRole('link', { name: 'Open page' }).getAttribute('href')).toBe('/nice-list');
  await panel(page, /^Devices/)
    .getByRole('button', { name: 'Desktops' })
    .click();
  await expect.poll(() => columns(daily)).toEqual([0, 0, 0, 0, 0, 0, 40]);
  await daily.getByText('Only Desktops').waitFor();
  await page.screenshot({ path: `${import.meta.dirname}/screens/analytics-filtered.png`, fullPage: true });
  await panel(page, /^Top Countries/)
    .getByRole('button', { name: 'Germany' })
    .click();
  await expect.poll(() => columns(daily)).toEqual([0, 0, 0, 1_234, 0, 0, 0]);
  await daily.getByRole('button', { name: 'Show all visits' }).click();
  await expect.poll(() => columns(daily)).toEqual([10, 10, 10, 10, 10, 10, 5]);
});

test('a visitor on the site is counted', async () => {
  const { page } = await visitAsAdmin(web, '/admin/analytics');
  await page.getByText(/\d+ visitors? in the last 5 minutes/).waitFor();
  await web.sql(
    "insert into analytics.site_visits (page_url, ip_address, user_agent) values ('/', '192.0.2.0', 'one'), ('/', '192.0.2.0', 'other')",
  );
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByText('2 visitors in the last 5 minutes').waitFor();
});

test('the review queue, failed jobs and the last backup are shown above the tabs', async () => {
  const { page } = await visitAsAdmin(web, '/admin');
  const waits = page.getByRole('list', { name: 'Waiting for you' });
  await waits.getByText('Nothing on the review desk').waitFor();
  await waits.getByText('No failed jobs').waitFor();
  await waits.getByText('No backup yet').waitFor();
  await web.sql("insert into gateway.backups values (now() - interval '3 days')");
  await page.reload();
  await waits.getByText('Last backup 3 days ago').waitFor();
});

test('a trend from zero is up 100%, also after a refresh', async () => {
  await countDays();
  const { page } = await visitAsAdmin(web, '/admin/analytics');
  const trend = panel(page, 'Weekly Trend');
  await trend.getByText('Down 46.3%').waitFor();
  const before = [dayOf(7), dayOf(13)];
  const change = (visits: number) =>
    web.sql("update analytics.daily_visits set visits = visits + $3 where kind = 'all' and day in ($1, $2)", [
      ...before,
      visits,
    ]);
  await web.sql(
    "update analytics.daily_visits set visits = -visits where kind = 'all' and day between $2 and $1",
    before,
  );
  await web.sql('update analytics.daily_visits set visits = 0 where visits < 0');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await trend.getByText('Up 100%', { exact: true }).waitFor();
  await change(20);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await trend.getByText('Up 62.5%').waitFor();
});

// Last, since it stops the service.
test('while the service is down, each panel shows an error with a retry', async () => {
  await countDays();
  const { page } = await visitAsAdmin(web, '/admin');
  const failures = [
    ['Total Visits', 'Failed to fetch total visits'],
    ['Weekly Trend', 'Failed to fetch daily data'],
    ['Daily Visits', 'Failed to fetch daily data'],
    ['Weekly Visits', 'Failed to fetch weekly data'],
    ['Latest 10 Days', 'Failed to fetch daily data'],
    [/^Top Pages/, 'Failed to fetch top pages'],
    [/^Top Referrers/, 'Failed to fetch top referrers'],
    [/^Top Countries/, 'Failed to fetch top countries'],
    [/^Devices/, 'Failed to fetch devices'],
  ] as const;
  await whileDown(web, 'analytics', async () => {
    await page.getByRole('tab', { name: 'Site Analytics' }).click();
    for (const [name, failure] of failures)
      await panel(page, name).getByRole('alert').filter({ hasText: failure }).waitFor();
  });
  for (const [name, failure] of failures) {
    const again = panel(page, name).getByRole('button', { name: 'Try again' });
    // Two panels share the same query: if the first refetch succeeded, the second button is gone.
    if (await again.isVisible()) await again.click();
    await expect.poll(() => panel(page, name).getByText(failure).count()).toBe(0);
  }
  await panel(page, 'Total Visits').getByText('1,234,567').waitFor();
});
