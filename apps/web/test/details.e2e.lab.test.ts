import { getTokenConfig } from '@naughty-list/contracts/token-config';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  callsOf,
  cardOf,
  load,
  openSociety,
  sendReport,
  societyOf,
  toVerification,
  verify,
  verifyFee,
  visitRemoval,
  waitForToast,
  waitUntilAlive,
} from './page-parts.ts';
import { DESKTOP, PHONE, startWeb } from './web-under-test.ts';

const UNKNOWN_HASH = '5'.repeat(87);

const web = closeAfterAll(await startWeb());
for (let number = 1; number <= 12; number += 1) await web.report({ username: `detail_elf_${number}` });

const links = (within: Locator) =>
  within.getByRole('link').evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));

test('home: the list is fetched once; the hint, the workshop link, and 1,200 px at most', async () => {
  const { page } = await web.visit({ viewport: { width: 2560, height: 1200 } });
  const calls = callsOf(page);
  await page.goto('/');
  await cardOf(page, 'detail_elf_12').waitFor();
  await waitUntilAlive(page);
  await page.getByText('Each entry opens to the whole story.').waitFor();
  expect(calls.filter((call) => call.includes('/scammer-reports'))).toEqual([
    'GET /api/scammer-reports?limit=1000&offset=0',
  ]);
  const workshop = page.getByRole('region', { name: "Santa's Workshop" });
  expect(await links(workshop)).toEqual([`${web.stack.url}/about-naughty-list-memecoin`]);
  for (const part of ['#content-area', '#token', '#society']) {
    expect((await page.locator(part).boundingBox())?.width, part).toBeLessThanOrEqual(1_200);
  }
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await page.getByRole('link', { name: 'Visit the Workshop' }).click();
  await page.getByRole('heading', { level: 1, name: "What's LIST?" }).waitFor();
  await page.goBack();
  await cardOf(page, 'detail_elf_12').waitFor();
  expect(calls.filter((call) => call.includes('/scammer-reports'))).toHaveLength(1);
});

test('an entry opens and closes by a press anywhere on its row: date, stamp, arrow, words', async () => {
  const { page } = await web.open('/');
  const card = cardOf(page, 'detail_elf_12');
  const line = card.getByRole('button', { name: 'detail_elf_12', exact: true });
  const isOpen = () => line.getAttribute('aria-expanded');
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport);
    for (const spot of ['time', '.stamp', '.lucide-chevron-down', 'p']) {
      for (const after of ['true', 'false']) {
        await card.locator(spot).first().scrollIntoViewIfNeeded();
        const box = await card.locator(spot).first().boundingBox();
        if (!box) throw new Error(`${spot} is not there`);
        await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
        await expect.poll(async () => `${spot}: ${await isOpen()}`).toBe(`${spot}: ${after}`);
      }
    }
  }
  await card.getByText(/Just now|ago/).scrollIntoViewIfNeeded();
  const box = await card.locator('time').boundingBox();
  await page.mouse.move((box?.x ?? 0) + 4, (box?.y ?? 0) + 4);
  await expect.poll(() => line.getAttribute('title')).toMatch(/\d{4}/);
  await line.click();
  await card.getByRole('button', { name: 'Remove Report' }).click();
  await card.getByLabel('Transaction hash').waitFor();
});

test('the header shows the days until Christmas at every width, uncut', async () => {
  const { page } = await web.open('/');
  const counter = page.getByRole('banner').getByText(/^(\d+ days? until Christmas|It is Christmas!)$/);
  for (const width of [360, PHONE.width, 768, 1024, 1280, 1366, 1400, DESKTOP.width]) {
    await page.setViewportSize({ width, height: 800 });
    expect([width, await counter.isVisible()]).toEqual([width, true]);
    const cut = await counter.evaluate((element) => element.scrollWidth - element.clientWidth);
    const last = await page.getByRole('banner').locator(':scope > div > :last-child').boundingBox();
    expect([width, cut, (last?.x ?? 0) + (last?.width ?? 0) <= width]).toEqual([width, 0, true]);
  }
});

test('a card shows twenty words at every width', async () => {
  const words = Array.from({ length: 25 }, (_, index) => `sleighride${index}`);
  await web.report({ username: 'wordy_elf', description: words.join(' ') });
  const { page } = await web.open('/');
  const preview = cardOf(page, 'wordy_elf').getByText(`${words.slice(0, 20).join(' ')}...`);
  await preview.waitFor();
  for (const width of [360, PHONE.width, 768, 1024, DESKTOP.width]) {
    await page.setViewportSize({ width, height: 800 });
    const cut = await preview.evaluate((element) => element.scrollHeight - element.clientHeight);
    expect([width, cut]).toEqual([width, 0]);
  }
});

test('on a phone, a new report is in view below the header', async () => {
  const { page } = await web.visit({ viewport: PHONE });
  await sendReport(page, {
    url: 'https://x.com/posted_elf/status/7',
    description: 'Sold us a melted snowman.',
  });
  const header = await page.getByRole('banner').boundingBox();
  await expect
    .poll(async () => {
      const box = await cardOf(page, 'posted_elf').boundingBox();
      return box !== null && box.y >= (header?.height ?? 0) && box.y + box.height <= PHONE.height;
    })
    .toBe(true);
});

test('Escape closes a dialog under a toast, wherever the focus is', async () => {
  const { page } = await web.open('/');
  const modal = societyOf(page);
  for (const isFocusLost of [false, true]) {
    await openSociety(page);
    await toVerification(modal);
    await verifyFee(modal, 'certainly-no-hash');
    await waitForToast(page, 'Verification Failed');
    if (isFocusLost) await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('Escape');
    await modal.waitFor({ state: 'detached' });
  }
});

test('a removal that fails without a message shows the text of the catalogue', async () => {
  const { page } = await web.visit();
  await page.route('**/api/verify-burn', (route) => route.fulfill({ json: { success: false, error: '' } }));
  await verify(await visitRemoval(page, 'detail_elf_11'), UNKNOWN_HASH);
  await waitForToast(page, 'Verification Failed', 'Unable to verify transaction.');
});

test('a failed copy is only logged, without a success message', async () => {
  const { page, complaints } = await web.visit({ permissions: [] });
  await page.addInitScript(() => {
    Object.assign(navigator.clipboard, { writeText: () => Promise.reject(new Error('no clipboard')) });
  });
  await page.goto('/');
  await page
    .locator('#token')
    .getByRole('button', { name: /Contract address/ })
    .click();
  await expect.poll(() => complaints.join('\n')).toContain('copying failed');
  expect(await page.getByText('Contract Address Copied!').count()).toBe(0);
});

test('about: benefit cards, and four external links; films of promotional pages are our own mp4 files', async () => {
  const { page } = await web.open('/about-naughty-list-memecoin');
  expect(await page.locator('#why-list article').getByRole('heading').allTextContents()).toEqual([
    'Real utility',
    'Holiday timing',
    'Community protection',
    'Deflationary mechanics',
  ]);
  const outside = (await web.api.call(getTokenConfig)).links;
  expect(await links(page.getByRole('list', { name: 'Where else to find us' }))).toEqual(
    [outside.x, outside.tiktok, outside.telegram, outside.chart].map((link) => new URL(link).href),
  );
  await page.goto('/christmas-memecoin');
  const files = page.locator('video source[type="video/mp4"]');
  const sources = await files.evaluateAll((all) => all.map((file) => (file as HTMLSourceElement).src));
  expect(sources.length).toBe(2);
  for (const source of sources) {
    expect(source).toMatch(`${web.stack.url}/art/promos/`);
    expect((await fetch(source)).headers.get('content-type')).toBe('video/mp4');
  }
});

test('on a phone, an open card shows the description before the evidence', async () => {
  const { page } = await web.open('/', { viewport: PHONE });
  const card = page.getByRole('article').first();
  await card.getByRole('button').first().click();
  const top = async (name: string) =>
    (await card.getByRole('region', { name }).boundingBox())?.y ?? Number.NaN;
  const [story, evidence, removal] = [
    await top('Crypto Crime'),
    await top('The original post'),
    await top("Buy Santa's Silence!"),
  ];
  expect(story).toBeLessThan(evidence);
  expect(evidence).toBeLessThan(removal);
  const text = await card.getByRole('region', { name: 'Crypto Crime' }).locator('p').boundingBox();
  const cardTop = (await card.boundingBox())?.y ?? Number.NaN;
  expect((text?.y ?? Number.NaN) - cardTop).toBeLessThan(360);
});

test('the link to an entry is copied, or shared where the device can', async () => {
  const { page } = await web.visit();
  await page.addInitScript(() => {
    const shared: ShareData[] = [];
    Object.assign(window, { shared });
    Object.assign(navigator, { share: async (data: ShareData) => void shared.push(data) });
  });
  await page.goto('/');
  const card = page.getByRole('article').first();
  await card.getByRole('button').first().click();
  await card.getByRole('button', { name: 'Copy link' }).click();
  await card.getByRole('button', { name: 'Copied' }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(new RegExp(`^${web.stack.url}/\\?search=\\w+$`));
  await card.getByRole('button', { name: 'Share' }).click();
  const shared = await page.evaluate(() => Reflect.get(window, 'shared') as ShareData[]);
  // What is shared is read elsewhere, without the page's badge.
  const title = expect.stringMatching(/^Reports about @\w+, not reviewed$/);
  expect(shared).toEqual([{ title, url: link }]);
});

test('closing the society dialog clears address and hash, and starts over', async () => {
  const { page } = await web.visit();
  const calls = callsOf(page);
  const asked = () => calls.filter((call) => call.includes('generate-burn-address')).length;
  await load(page, '/');
  const modal = societyOf(page);
  const open = async () => toVerification(await openSociety(page));
  await open();
  await modal.getByLabel('Transaction hash').fill(UNKNOWN_HASH);
  await page.keyboard.press('Escape');
  await modal.waitFor({ state: 'detached' });
  await open();
  expect(await modal.getByLabel('Transaction hash').inputValue()).toBe('');
  expect(asked()).toBe(2);
});
