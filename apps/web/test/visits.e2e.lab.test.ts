import { getHitCounter } from '@naughty-list/contracts/hit-counter';
import { reportVisit } from '@naughty-list/contracts/visits';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, test } from 'vitest';
import { niceListHead } from '../src/features/nice-list/nice-hero.tsx';
import { pfpHead } from '../src/features/pfp/pfp-guide.tsx';
import { load } from './page-parts.ts';
import { startWeb } from './web-under-test.ts';

const web = closeAfterAll(await startWeb());

test('a page load and each change of page in the app count once, and the footer shows the sum', async () => {
  const { page } = await web.visit({ complains: false });
  const reports: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith(reportVisit.path)) reports.push(response.status());
  });
  // Before hydration, a clicked link is a full page load.
  await load(page, '/');
  const header = page.getByRole('banner');
  await header.getByRole('link', { name: 'Nice List' }).click();
  await expect.poll(() => page.title()).toBe(niceListHead.title);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Get your Santa hat' }).click();
  await expect.poll(() => page.title()).toBe(pfpHead.title);
  await page.goBack();
  await expect.poll(() => page.title()).toBe(niceListHead.title);
  await expect.poll(async () => (await web.api.call(getHitCounter)).hitCount).toBe(4);
  // The page load itself is not reported again.
  await expect.poll(() => reports).toEqual([204, 204, 204]);
  await page.reload();
  await page.getByText(/^[45] visitors have read the ledger$/).waitFor();
});

test.each([
  ['fetched ahead', { deliveryType: 'navigational-prefetch' }, false],
  ['drawn ahead, and seen before the app came', { activationStart: 12.5 }, false],
  ['drawn ahead, and seen later', {}, true],
])('a page that was %s is counted when it is shown', async (_, arrival, isHidden) => {
  const { page } = await web.visit({ complains: false });
  const reported: string[] = [];
  await page.exposeFunction('noteBeacon', (body: string) => void reported.push(body));
  // Automated browsers do not prerender, so this one sets what a prerendered page would read.
  await page.addInitScript(
    ([told, prerendering]) => {
      const entries = performance.getEntriesByType.bind(performance);
      performance.getEntriesByType = (type) =>
        (type === 'navigation' ? [{ ...entries(type)[0], ...told }] : entries(type)) as PerformanceEntryList;
      Object.defineProperty(document, 'prerendering', { get: () => prerendering });
      const note = Reflect.get(globalThis, 'noteBeacon') as (body: string) => void;
      const sendBeacon = navigator.sendBeacon.bind(navigator);
      navigator.sendBeacon = (url, body) => {
        if (body instanceof Blob) void body.text().then(note);
        return sendBeacon(url, body);
      };
    },
    [arrival, isHidden] as const,
  );
  await load(page, '/nice-list');
  if (isHidden) {
    expect(reported).toEqual([]);
    await page.evaluate(() => document.dispatchEvent(new Event('prerenderingchange')));
  }
  const visit = JSON.stringify({ pageUrl: '/nice-list', referrer: null });
  await expect.poll(() => reported).toEqual([visit]);
});
