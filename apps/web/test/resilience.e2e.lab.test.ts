import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { publicPages } from '../src/prerender/public-pages.ts';
import { cardOf, sticksOut } from './page-parts.ts';
import { PHONE, startWeb } from './web-under-test.ts';

const home = '/';
const pages = [home, '/nice-list', '/about-naughty-list-memecoin', '/christmas-memecoin', '/pfp'];

const web = closeAfterAll(await startWeb());

/** Header, one h1, footer, no horizontal overflow, and no error page. */
async function expectWhole(page: Page): Promise<void> {
  await page.getByRole('banner').waitFor();
  expect(await page.locator('h1').count()).toBe(1);
  await page.getByText("If you're fading Santa, you're NGMI").waitFor();
  expect(await page.getByText('An elf dropped this page').count()).toBe(0);
  expect(await sticksOut(page)).toEqual([]);
}

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

test('offline, the page says so and keeps its content; back online, it resumes', async () => {
  await web.report({ username: 'kept_elf' });
  const { page } = await web.open(home, { viewport: PHONE });
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

test('a cached list says that it is a saved view, until it is refetched', async () => {
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

test('without JavaScript, every public page is readable, shows no loading state, and says what needs scripts', async () => {
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
