import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callsOf, cardOf, load } from './page-parts.ts';
import { startSeparateWeb, whileDown } from './web-under-test.ts';

const web = closeAfterAll(await startSeparateWeb());

const htmlOf = async (path: string) => (await fetch(`${web.stack.url}${path}`)).text();

// First, while the lists are empty.
test('without scripts, an empty list shows its empty state', async () => {
  const { page } = await web.visit({ javaScriptEnabled: false });
  for (const [path, text] of [
    ['/', 'No reports yet'],
    ['/nice-list', 'No nice reports yet'],
  ] as const) {
    await page.goto(path);
    await page.getByText(text, { exact: true }).waitFor();
    await expectNoLoading(page);
  }
});

test('the page contains the newest entries and the counts of both lists, and a new one on the next load', async () => {
  for (let number = 1; number <= 7; number += 1) await web.report({ username: `paper_elf_${number}` });
  await web.praise({ username: 'paper_hero' });
  await expect.poll(() => htmlOf('/')).toContain('Showing 5 of 7, newest first');
  expect(await htmlOf('/')).toContain('paper_elf_7');
  expect(await htmlOf('/')).not.toContain('paper_elf_2');
  await expect.poll(() => htmlOf('/nice-list')).toContain('paper_hero');
  await web.report({ username: 'paper_elf_8' });
  await expect.poll(() => htmlOf('/')).toContain('paper_elf_8');
  const html = await htmlOf('/');
  expect(html).toContain('Showing 5 of 8, newest first');
  expect(html).toContain(`<link rel="canonical" href="${web.stack.url}/" />`);
  expect(html).not.toContain('%PUBLIC_ORIGIN%');
});

test('without scripts, both lists can be read and searched', async () => {
  const { page } = await web.open('/', { complains: false, javaScriptEnabled: false });
  await cardOf(page, 'paper_elf_8').waitFor();
  await expectNoLoading(page);
  expect(await page.getByRole('button', { name: 'Load More Entries' }).count()).toBe(0);
  await page.getByRole('combobox').fill('https://x.com/Paper_Elf_2/status/1225?s=20');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('1 report matches your search').waitFor();
  await cardOf(page, 'paper_elf_2').waitFor();
  await page.getByRole('combobox').fill('unknown_elf');
  await page.getByRole('combobox').press('Enter');
  await page.getByText("That doesn't mean it's safe.").filter({ visible: true }).first().waitFor();

  await page.goto('/nice-list');
  await cardOf(page, 'paper_hero').waitFor();
  await page.getByRole('searchbox').fill('every coin');
  await page.getByRole('searchbox').press('Enter');
  await page.getByText('1 entry matches your search').waitFor();
  await cardOf(page, 'paper_hero').waitFor();
});

test.each([
  ['/', 'paper_elf_8'],
  ['/nice-list', 'paper_hero'],
  ['/?search=paper_elf_3', 'paper_elf_3'],
  ['/nice-list?search=paper', 'paper_hero'],
])('hydration of %s keeps what the server rendered', async (path, username) => {
  const { page } = await web.visit({ complains: false });
  const calls = callsOf(page);
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      for (const article of document.querySelectorAll('article')) article.dataset.rendered = 'by the server';
    });
  });
  await load(page, path);
  await page.waitForLoadState('networkidle');
  expect(await cardOf(page, username).getAttribute('data-rendered')).toBe('by the server');
  await cardOf(page, username).getByRole('button', { name: username, exact: true }).click();
  await page.locator(`article[aria-label=${username}] [aria-expanded=true]`).waitFor();
  expect(calls.filter((call) => call.includes('/search?'))).toEqual([]);
});

test('hostile text stays text in the list, in its data and in a search', async () => {
  const hostile = `</script><script>alert(1)</script><!--page-data--> $& %PUBLIC_ORIGIN% "'&amp;\u2028`;
  await web.report({ username: 'paper_xss' });
  const update = `with renewed as (update reports.state set version = version + 1)
    update reports.scammer_reports set description = $1 where username = $2`;
  await web.sql(update, [hostile, 'paper_xss']);
  const { page } = await web.visit({ complains: false });
  for (const path of ['/', '/?search=paper_xss', `/?search=${encodeURIComponent(hostile)}`]) {
    const html = await htmlOf(path);
    expect(html).not.toContain('<script>alert');
    expect(html.match(/id="page-data"/g)).toHaveLength(1);
    await load(page, path);
    await expect.poll(() => page.getByText('</script><script>alert(1)').count()).toBeGreaterThan(0);
  }
});

test('while the list cannot be loaded, the page still opens, and says so without scripts', async () => {
  const { page } = await web.visit({ javaScriptEnabled: false });
  await whileDown(web, 'reports', async () => {
    for (const path of ['/', '/?search=paper_elf_3', '/nice-list', '/nice-list?search=paper']) {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(200);
      expect(await page.content()).not.toContain("doesn't mean safe");
    }
    await page.goto('/');
    // Playwright finds no text within `noscript`.
    const note = page.locator('#content noscript p');
    expect(await note.textContent()).toContain("The list didn't load.");
    expect((await note.boundingBox())?.height).toBeGreaterThan(0);
    await expectNoLoading(page);
  });
  await expect.poll(() => htmlOf('/')).toContain('paper_elf_8');
});

async function expectNoLoading(page: Page): Promise<void> {
  expect(await page.getByText('Loading').filter({ visible: true }).count()).toBe(0);
}
