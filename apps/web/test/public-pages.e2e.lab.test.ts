import { getTokenConfig } from '@naughty-list/contracts/token-config';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { LIST, startMarketServer } from '@naughty-list/test-kit/stand-in-server';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { aboutHead } from '../src/features/about/about-intro.tsx';
import { HOME_IMAGE } from '../src/lib/page-head.ts';
import { publicPages } from '../src/prerender/public-pages.ts';
import { callsOf, waitForToast } from './page-parts.ts';
import { startWeb } from './web-under-test.ts';
import { expectWhole } from './whole-page.ts';

const heads = publicPages.map(({ head }) => head);
const paths = heads.map(({ path }) => path);
const promos = heads.filter(({ path }) => /(christmas|xmas)-/.test(path) && path !== aboutHead.path);

const market = closeAfterAll(await startMarketServer());
const web = closeAfterAll(
  await startWeb({
    MARKET_DATA_URL: market.url,
    MARKET_TOKEN_ADDRESS: LIST,
    ROADMAP_NOW: '2026 & Beyond',
  }),
);
beforeEach(() => market.answerWith(undefined));

/** Whether the page is hydrated. */
const isAlive = (page: Page) =>
  page
    .getByText(/days? until Christmas|It is Christmas!/)
    .first()
    .waitFor({ state: 'attached' });

const content = (page: Page, selector: string, attribute: string) =>
  page.locator(selector).getAttribute(attribute);

test.each(heads)('$path is one complete page with its own head', async ({ path, title, description }) => {
  // React's hydration warnings, too.
  const { page } = await web.visit({ complains: false });
  const answer = await page.goto(path);
  expect(answer?.status()).toBe(200);
  await isAlive(page);
  expect(await page.title()).toBe(title);
  expect(await content(page, 'meta[name=description]', 'content')).toBe(description);
  expect(await content(page, 'meta[property="og:title"]', 'content')).toBe(title);
  expect(await content(page, 'link[rel=canonical]', 'href')).toBe(`${web.stack.url}${path}`);
  expect(await content(page, 'meta[property="og:image"]', 'content')).toMatch(`${web.stack.url}/art/social/`);
  expect(await page.locator('h1').count()).toBe(1);
  await page.getByText("If you're fading Santa, you're NGMI").waitFor();
  await page.getByText(`© ${new Date().getUTCFullYear()}`).waitFor();
  await page.getByText(/^\d+ visitors? ha(s|ve) read the ledger$/).waitFor();
  await expectWhole(page, path);
});

test.each(promos)('$path links to home, the chart and X, and promises nothing', async ({ path }) => {
  const { page } = await web.open(path);
  const main = page.locator('main');
  for (const [name, host] of [
    ['See the chart', 'dexscreener.com'],
    ['Follow on X', 'x.com'],
  ] as const) {
    const link = main.getByRole('link', { name });
    expect(await link.getAttribute('target')).toBe('_blank');
    expect(new URL((await link.getAttribute('href')) ?? '').host).toBe(host);
  }
  expect(await main.locator('a[href="/"]').count()).toBeGreaterThanOrEqual(3);
  await main.getByText('not financial advice').waitFor();
  expect(await main.getByRole('article').count()).toBeGreaterThanOrEqual(4);
  await main.getByRole('link', { name: 'Open the Naughty List' }).click();
  await page.getByRole('heading', { name: 'The Naughty List' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
});

test('promotional pages have their special blocks', async () => {
  const { page } = await web.visit();
  for (const [path, films] of [
    ['/christmas-memecoin', 2],
    ['/solana-christmas-memecoin', 4],
  ] as const) {
    await page.goto(path);
    expect(await page.locator('video').count()).toBe(films);
    const ranks = page.locator('main ol > li');
    expect(await ranks.count()).toBe(5);
    expect(await ranks.first().textContent()).toContain('LIST (The Naughty List)');
  }
  const film = page.locator('video').first();
  await film.scrollIntoViewIfNeeded();
  expect(await film.evaluate((video: HTMLVideoElement) => video.preload)).toBe('none');
  await film.evaluate((video: HTMLVideoElement) => video.play());
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0);

  await page.goto('/xmas-meme-coin-solana');
  await page.getByRole('heading', { name: 'The comedy schedule' }).waitFor();
  const roi = page.getByRole('region', { name: 'Entertainment ROI' });
  for (const figure of ['365', '∞', '100%']) await roi.getByText(figure, { exact: true }).waitFor();

  for (const path of ['/christmas-token-solana-guide', '/xmas-token-solana-investment']) {
    await page.goto(path);
    await page.getByRole('heading', { name: /portfolio/ }).waitFor();
    expect(await page.locator('main dl dd').count()).toBeGreaterThanOrEqual(8);
  }
});

test('the About page has its sections, roadmap, and an address to copy', async () => {
  const { page } = await web.open(aboutHead.path);
  for (const id of ['about', 'roadmap', 'token', 'why-list', 'calculator']) {
    expect(await page.locator(`#${id}`).count(), id).toBe(1);
  }
  await page.getByRole('heading', { name: 'Buy $LIST Token' }).waitFor();
  const steps = page.locator('#roadmap ol > li');
  const stepsNow = async () => (await steps.allInnerTexts()).map((text) => text.split('\n', 2));
  await expect.poll(stepsNow).toEqual([
    ['2024 Launch', 'Done'],
    ['2025 Q1 & Q2', 'Done'],
    ['2025 Q3', 'Done'],
    ['2025 Q4', 'Done'],
    ['2026 & Beyond', 'On the workbench now'],
  ]);
  expect(await steps.nth(4).getAttribute('aria-current')).toBe('step');
  expect(await page.locator('#about article').count()).toBe(3);
  expect(await page.locator('#why-list article').count()).toBe(4);

  const address = page.getByRole('button', { name: /Contract address/ });
  await address.click();
  const toast = await waitForToast(
    page,
    'Contract Address Copied!',
    'LIST token contract address copied to clipboard',
  );
  expect((await toast.boundingBox())?.width).toBeLessThanOrEqual(420);
  const { contractAddress } = await web.api.call(getTokenConfig);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(contractAddress);
  expect(await address.textContent()).toContain(contractAddress);

  await page.evaluate(() => window.scrollTo(0, 0));
  await page.locator('#about').getByRole('button', { name: 'Buy $LIST' }).click();
  await expect.poll(() => topOf(page, 'token')).toBeLessThan(120);
});

test('the calculator and the widget follow the market every 30 seconds', async () => {
  const { page } = await web.visit();
  await page.clock.install();
  await page.goto(aboutHead.path);
  const table = page.getByRole('table', { name: 'LIST beside Rizzmas' });
  await table.getByText('$125.00K').waitFor();
  expect(await rowsOf(page)).toEqual([
    ['Market cap', '$125.00K', '$5.25M'],
    ['24h volume', '$4.32K', '$1.23M'],
    ['24h change', '+2.35%', '-3.20%'],
  ]);
  const colour = (text: string) => table.getByText(text).evaluate((cell) => getComputedStyle(cell).color);
  expect(await colour('+2.35%')).toBe('rgb(23, 73, 42)');
  expect(await colour('-3.20%')).toBe('rgb(127, 19, 38)');
  await page.getByText("LIST is a 42x away from Rizzmas. Let's close the gap!").waitFor();
  const field = page.getByLabel('Your LIST, in dollars');
  expect(await field.evaluate((input: HTMLInputElement) => [input.min, input.step, input.value])).toEqual([
    '0',
    '1',
    '1',
  ]);
  for (const [typed, result] of [
    ['1', '$42.00'],
    ['100', '$4.20K'],
    ['50000', '$2.10M'],
    ['-5', '$0'],
    ['', '$0'],
  ] as const) {
    await field.fill(typed);
    await page.locator('output').getByText(result, { exact: true }).waitFor();
  }

  const calls = callsOf(page, '/api/market-data/');
  await page.clock.fastForward(30_000);
  await expect
    .poll(() => calls.toSorted())
    .toEqual(['GET /api/market-data/list', 'GET /api/market-data/rival']);
});

test('missing, loading, failed and old figures are distinguished', async () => {
  const { page } = await web.visit();
  await page.clock.install();
  const held = Promise.withResolvers<void>();
  await page.route('**/api/market-data/*', async (route) => {
    await held.promise;
    await route.fulfill({ json: { connected: true, figures: null, ageSeconds: 0 } });
  });
  await page.goto(aboutHead.path);
  await expect.poll(() => page.getByText('Loading...').count()).toBe(6);
  held.resolve();
  await expect
    .poll(() => rowsOf(page))
    .toEqual([
      ['Market cap', 'N/A', 'N/A'],
      ['24h volume', 'N/A', 'N/A'],
      ['24h change', 'N/A', 'N/A'],
    ]);
  expect(await page.getByText('away from Rizzmas').count()).toBe(0);

  const figures = { marketCap: 1e9, volume24h: 12.5, priceChange24h: 0 };
  await page.route('**/api/market-data/*', (route) =>
    route.request().url().endsWith('rival')
      ? route.fulfill({ status: 503, json: { code: 'service_unavailable', message: 'down' } })
      : route.fulfill({ json: { connected: true, figures, ageSeconds: 600 } }),
  );
  await page.clock.fastForward(30_000);
  await page.getByText('Failed to fetch Rizzmas data').waitFor();
  await page.getByText('These figures are 10 minutes old.').waitFor();
  expect(await rowsOf(page)).toEqual([
    ['Market cap', '$1.00B', 'N/A'],
    ['24h volume', '$12.50', 'N/A'],
    ['24h change', '+0.00%', 'N/A'],
  ]);
});

test('without market data, the page says so and stays complete', async () => {
  const { page } = await web.visit({ complains: false });
  await page.route('**/api/market-data/*', (route) => route.fulfill({ json: { connected: false } }));
  await page.goto(aboutHead.path);
  await page.getByText('This workshop has no market data connected').waitFor();
  await page.locator('output').getByText('$0', { exact: true }).waitFor();
  await page.getByText('There are no figures to work with right now.').waitFor();
});

test('the About dropdown leads to each section from any page, by keyboard only', async () => {
  const { page } = await web.visit();
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  const entries = ["What's LIST?", 'Roadmap', 'Why LIST?', 'Calculator'];
  for (const [index, section] of ['about', 'roadmap', 'why-list', 'calculator'].entries()) {
    await page.goto('/christmas-token-solana');
    await isAlive(page);
    await page.getByRole('button', { name: 'About' }).focus();
    await page.keyboard.press('Enter');
    for (const entry of entries.slice(0, index + 1)) {
      if (entry !== entries[0]) await page.keyboard.press('ArrowDown');
      await expect.poll(focused).toBe(entry);
    }
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).pathname).toBe(aboutHead.path);
    await expect.poll(() => topOf(page, section)).toBeLessThan(400);
    await expect.poll(() => topOf(page, section)).toBeGreaterThan(-10);
  }
  expect(await page.title()).toBe(aboutHead.title);
  expect(await content(page, 'link[rel=canonical]', 'href')).toBe(`${web.stack.url}${aboutHead.path}`);
});

test('Naughty List and Buy $LIST lead to their sections from any page', async () => {
  const { page } = await web.visit();
  const header = page.getByRole('banner');
  await page.goto('/xmas-token-solana');
  await isAlive(page);
  await header.getByRole('link', { name: 'Naughty List' }).click();
  await expect.poll(() => topOf(page, 'naughty-list')).toBeLessThan(400);
  await page.goto('/xmas-token-solana');
  await isAlive(page);
  await header.getByRole('button', { name: 'Buy $LIST' }).click();
  await expect.poll(() => topOf(page, 'token')).toBeLessThan(400);
  expect(new URL(page.url()).pathname).toBe('/');
  await page.goto(aboutHead.path);
  await isAlive(page);
  await header.getByRole('button', { name: 'Buy $LIST' }).click();
  await expect.poll(() => topOf(page, 'token')).toBeLessThan(120);
  expect(new URL(page.url()).pathname).toBe(aboutHead.path);
});

test('a shared link states the answer in its preview', async () => {
  await web.report({ username: 'shared_elf' });
  const html = await (await fetch(`${web.stack.url}/?search=shared_elf`)).text();
  expect(html).toContain('<meta property="og:title" content="Reports about @shared_elf, not reviewed" />');
  const image =
    /property="og:image" content="([^"]+\/case\/shared_elf\/card\.png[^"]*)"/.exec(html)?.[1] ?? '';
  expect((await fetch(image)).status).toBe(200);
});

test('robots.txt, sitemap and icons are served', async () => {
  const get = (path: string) => fetch(`${web.stack.url}${path}`);
  const sitemap = await (await get('/sitemap.xml')).text();
  for (const path of paths) expect(sitemap).toContain(`<loc>${web.stack.url}${path}</loc>`);
  expect(await (await get('/robots.txt')).text()).toContain(`Sitemap: ${web.stack.url}/sitemap.xml`);
  const manifest = await get('/site.webmanifest');
  expect(manifest.headers.get('content-type')).toContain('application/manifest+json');
  const { icons } = (await manifest.json()) as { icons: { src: string }[] };
  const images = heads.map(({ image = HOME_IMAGE }) => image);
  for (const path of [
    ...icons.map(({ src }) => src),
    ...images,
    '/favicon.ico',
    '/favicon.svg',
    '/art/icon-180.png',
  ]) {
    expect((await get(path)).headers.get('content-type'), path).toMatch(/^image\//);
  }
});

/** Distance of a section's top from the window's top, in pixels. */
const topOf = (page: Page, id: string): Promise<number> =>
  page.evaluate(
    (id) => document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY,
    id,
  );

/** The market table as text. */
const rowsOf = (page: Page): Promise<string[][]> =>
  page
    .locator('#calculator tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent ?? '')),
    );
