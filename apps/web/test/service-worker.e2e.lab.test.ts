import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { cardOf, waitUntilAlive } from './page-parts.ts';
import { PHONE, startWeb, type Visitor } from './web-under-test.ts';

const web = closeAfterAll(await startWeb());
await web.report({ username: 'offline_elf', description: 'Sold us a sleigh that was never built.' });

/** Opens the home page and waits until the service worker has everything and controls the page. */
async function visitUntilReady(): Promise<Visitor> {
  const visitor = await web.visit({ viewport: PHONE, serviceWorkers: 'allow' });
  await visitor.page.goto('/');
  await waitUntilAlive(visitor.page);
  await cardOf(visitor.page, 'offline_elf').waitFor();
  // The worker is registered after the first interaction.
  await visitor.page.mouse.move(10, 10);
  await visitor.page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  return visitor;
}

const cachedUrls = (page: Page) =>
  page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = (await Promise.all(caches_.map((cache) => cache.keys()))).flat();
    return requests.map(({ url }) => new URL(url).pathname);
  });

test('offline, a closed card and the forms open', async () => {
  const { page } = await visitUntilReady();
  await page.context().setOffline(true);
  const card = cardOf(page, 'offline_elf');
  await card.getByRole('button', { name: 'offline_elf', exact: true }).click();
  await card.getByRole('heading', { name: 'Crypto Crime' }).waitFor();
  await card.getByRole('button', { name: 'Remove Report' }).click();
  await card.getByText("Buy Santa's Silence!").waitFor();
  await page.getByRole('button', { name: 'Report Scammer' }).click();
  await page.getByLabel('Link to the post on X').waitFor();
});

test('offline, pages open as the shell, never with an old list, and resume online', async () => {
  const { page } = await visitUntilReady();
  await page.context().setOffline(true);
  for (const path of ['/?view=report', '/nice-list?view=submit']) {
    await page.goto(path);
    await page.getByLabel('Link to the post on X').waitFor();
    await page.getByText("You're offline.").waitFor();
  }
  await page.goto('/');
  await page.getByRole('heading', { name: 'The Naughty List', exact: true }).waitFor();
  expect(await cardOf(page, 'offline_elf').count()).toBe(0);
  await page.context().setOffline(false);
  await page.reload();
  await cardOf(page, 'offline_elf').waitFor();
});

test('no API response and no page is stored, and page loads still count as visits', async () => {
  const { page } = await visitUntilReady();
  await page.reload();
  await cardOf(page, 'offline_elf').waitFor();
  const urls = await cachedUrls(page);
  expect(urls).toContain('/offline');
  expect(urls.some((url) => url.startsWith('/assets/'))).toBe(true);
  expect(urls.filter((url) => !/^\/(offline$|assets\/|art\/)/.test(url))).toEqual([]);
  const visits = async () => (await (await page.request.get('/api/hit-counter')).json()).hitCount as number;
  const before = await visits();
  await page.goto('/terms');
  await expect.poll(visits).toBeGreaterThan(before);
});

test('the app can be installed', async () => {
  const { page } = await web.visit();
  await page.goto('/');
  const session = await page.context().newCDPSession(page);
  const { errors, url } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(url).toBe(`${web.stack.url}/site.webmanifest`);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual(
    [],
  );
});

test('a link shared with the app is looked up, and sent to the server only by the look-up', async () => {
  const { page } = await visitUntilReady();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.method() === 'GET') sent.push(request.url());
  });
  await page.evaluate(() => {
    const form = Object.assign(document.createElement('form'), { method: 'post', action: '/share' });
    const text = Object.assign(document.createElement('input'), { name: 'text' });
    text.value = 'Look at this https://x.com/offline_elf/status/1225?s=20';
    form.append(text);
    document.body.append(form);
    form.submit();
  });
  await page.getByText('On the Naughty List', { exact: true }).waitFor();
  expect(sent.map((url) => new URL(url)).map(({ pathname, search }) => pathname + search)).toEqual(['/']);
});
