import { submitNiceReport } from '@naughty-list/contracts/nice-reports';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publicPages } from '../src/prerender/public-pages.ts';
import { cardOf, openWithoutList, sticksOut } from './page-parts.ts';
import { PHONE, startWeb, type WebUnderTest } from './web-under-test.ts';

const REPORTS = 1_000;
const AT_A_TIME = 10;
const LONG_WORD = 'w'.repeat(1_000);
const RIGHT_TO_LEFT = 'هذا الشخص محتال سرق أموالي ثم اختفى مع المال كله';

const home = '/';
const pages = [home, '/nice-list', '/about-naughty-list-memecoin', '/christmas-memecoin', '/pfp'];

let web: WebUnderTest;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

/** Header, one h1, footer, no horizontal overflow, and no error page. */
async function expectWhole(page: Page): Promise<void> {
  await page.getByRole('banner').waitFor();
  expect(await page.locator('h1').count()).toBe(1);
  await page.getByText("If you're fading Santa, you're NGMI").waitFor();
  expect(await page.getByText('An elf dropped this page').count()).toBe(0);
  expect(await sticksOut(page)).toEqual([]);
}

// First, while the lists are empty.
test('zero reports: both lists invite the first', async () => {
  const { page, complaints } = await web.visit({ viewport: PHONE });
  await page.goto(home);
  await page.getByText('No reports yet').waitFor();
  await expectWhole(page);
  await page.goto('/nice-list');
  await page.getByText('No nice reports yet', { exact: true }).waitFor();
  await expectWhole(page);
  expect(complaints).toEqual([]);
});

test('an API that takes its time: skeletons say what is awaited, and the search box is there', async () => {
  await web.report({ username: 'awaited_elf' });
  const { page } = await web.visit({ viewport: PHONE });
  const held = Promise.withResolvers<void>();
  await page.route('**/api/**', async (route) => {
    await held.promise;
    await route.continue();
  });
  await openWithoutList(page, home);
  await page.getByText('Loading scammer reports...').waitFor();
  await page.getByRole('combobox').fill('awaited');
  await expectWhole(page);
  held.resolve();
  await cardOf(page, 'awaited_elf').waitFor();
});

test.each([
  ['answers 500', 'The elves dropped it.'],
  ['is down', "We couldn't reach the workshop. Check your connection."],
])('an API that %s: every page stays whole, the lists say so, and trying again helps', async (what, said) => {
  await web.report({ username: what === 'is down' ? 'after_down' : 'after_500' });
  const { page } = await web.visit({ viewport: PHONE });
  const break500 = what === 'answers 500';
  await page.route('**/api/**', (route) =>
    break500
      ? route.fulfill({ status: 500, json: { code: 'internal', message: said } })
      : route.abort('connectionrefused'),
  );
  for (const path of pages) {
    await page.goto(path);
    await page.getByText('0 visitors have read the ledger').waitFor();
    await expectWhole(page);
  }
  for (const path of ['/nice-list', home]) {
    await page.goto(path);
    const alert = page.getByRole('alert').filter({ hasText: 'Failed to fetch reports' });
    await alert.getByText(said).waitFor();
  }
  await page.unroute('**/api/**');
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).first().click();
  await cardOf(page, break500 ? 'after_500' : 'after_down').waitFor();
});

test('offline: the page says so, keeps what was read, and goes on when the connection is back', async () => {
  await web.report({ username: 'kept_elf' });
  const { page } = await web.visit({ viewport: PHONE });
  await page.goto(home);
  const story = cardOf(page, 'kept_elf').getByRole('heading', { name: 'Crypto Crime' });
  const toggle = cardOf(page, 'kept_elf').getByRole('button', { name: 'kept_elf' });
  await toggle.click();
  await story.waitFor();
  await page.context().setOffline(true);
  await page.getByText("You're offline.").waitFor();
  await toggle.click();
  await story.waitFor({ state: 'hidden' });
  await toggle.click();
  await story.waitFor();
  await page.getByRole('combobox').fill('kept_elf');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('Failed to search').waitFor();
  await expectWhole(page);
  await page.context().setOffline(false);
  await expect.poll(() => page.getByText("You're offline.").count()).toBe(0);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: '@kept_elf' }).waitFor();
  await page.getByText('1 report matches your search').waitFor();
});

test('a list that the server had kept says that it is a saved view, until it is asked for again', async () => {
  await web.report({ username: 'saved_elf' });
  const { page } = await web.visit({ viewport: PHONE });
  await page.route('**/api/scammer-reports?*', async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), warning: '110 - "Response is Stale"', age: '60' };
    await route.fulfill({ response, headers });
  });
  await page.goto(home);
  await cardOf(page, 'saved_elf').waitFor();
  await page.getByText('this is a saved view').waitFor();
  await page.unroute('**/api/scammer-reports?*');
  await page.reload();
  await cardOf(page, 'saved_elf').waitFor();
  expect(await page.getByText('this is a saved view').count()).toBe(0);
});

test('without JavaScript every public page can be read, waits for nothing, and says what needs scripts', async () => {
  const { page } = await web.visit({ viewport: PHONE, javaScriptEnabled: false });
  for (const { head, withoutScripts } of publicPages) {
    await page.goto(head.path);
    expect(await page.title()).toBe(head.title);
    await expectWhole(page);
    expect((await page.locator('main').textContent())?.length, head.path).toBeGreaterThan(200);
    const note = page.locator('#page-end p');
    expect(await note.allTextContents(), head.path).toEqual(withoutScripts ? [withoutScripts] : []);
    if (withoutScripts) {
      await page.keyboard.press('End');
      expect((await note.boundingBox())?.height, head.path).toBeGreaterThan(0);
      // At the end of the page it covers nothing.
      await expect
        .poll(async () => {
          const footer = await page.locator('footer').boundingBox();
          return ((await note.boundingBox())?.y ?? 0) - (footer ? footer.y + footer.height : 0);
        })
        .toBeGreaterThanOrEqual(0);
    }
    expect(
      await page
        .getByText(/^(Loading|Fetching)/)
        .filter({ visible: true })
        .count(),
      head.path,
    ).toBe(0);
  }
  await page.goto(home);
  const film = page.getByRole('link', { name: 'Play the film Explainer' });
  expect(await film.getAttribute('href')).toBe('/art/explainers/explainer.mp4');
});

test('a very long word and right-to-left text fit both ledgers at 360 px', async () => {
  const texts = { long_word: LONG_WORD, right_to_left: RIGHT_TO_LEFT };
  for (const [username, description] of Object.entries(texts)) {
    await web.report({ username, description });
    const twitterUrl = `https://x.com/${username}/status/77`;
    await web.api.call(submitNiceReport, { body: { username, description, twitterUrl } });
  }
  const { page, complaints } = await web.visit({ viewport: { width: 360, height: 740 } });
  for (const path of [home, '/nice-list']) {
    await page.goto(path);
    for (const [username, description] of Object.entries(texts)) {
      const card = cardOf(page, username);
      await card.getByRole('button', { name: username, exact: true }).click();
      const text = card.getByText(description, { exact: true }).last();
      await text.waitFor();
      const direction = await text.evaluate((element) => getComputedStyle(element).direction);
      expect(direction).toBe(description === RIGHT_TO_LEFT ? 'rtl' : 'ltr');
    }
    await expectWhole(page);
  }
  expect(complaints).toEqual([]);
});

// Last, since it fills the list.
test('1,000 reports: five at first, more on demand, and every name is suggested', async () => {
  const names = Array.from({ length: REPORTS }, (_, number) => `crowd_${number}`);
  for (let from = 0; from < REPORTS; from += AT_A_TIME) {
    await Promise.all(names.slice(from, from + AT_A_TIME).map((username) => web.report({ username })));
  }
  const { page } = await web.visit({ viewport: PHONE });
  await page.goto(home);
  const cards = page.getByRole('article');
  await page.getByText(/^Showing 5 of 1,0\d\d, newest first$/).waitFor();
  for (let shown = 10; shown <= 50; shown += 5) {
    await page.getByRole('button', { name: 'Load More Entries' }).click();
    await expect.poll(() => cards.count()).toBe(shown);
  }
  await page.getByRole('combobox').fill('crowd_31');
  await expect.poll(() => page.getByRole('option').count()).toBe(5);
  await page.getByRole('combobox').fill('CROWD_7');
  await page.keyboard.press('Enter');
  await page.getByText(/reports match your search$/).waitFor();
  await expectWhole(page);
});
