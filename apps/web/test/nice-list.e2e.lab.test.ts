import { listNiceReports, niceReportTexts, submitNiceReport } from '@naughty-list/contracts/nice-reports';
import { reportTexts } from '@naughty-list/contracts/report-input';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callsOf, cardOf, load, solveCaptcha, waitForToast } from './page-parts.ts';
import { PHONE, startWeb } from './web-under-test.ts';
import { expectWhole } from './whole-page.ts';

const web = closeAfterAll(await startWeb());

const good = { url: 'https://x.com/kind_elf/status/24', description: 'Helped when nobody else did.' };

async function fillPraise(page: Page, { url, description }: { url: string; description: string }) {
  await page.getByLabel('Link to the post on X').fill(url);
  await page.getByLabel('What did they do?').fill(description);
}

const submit = (page: Page) => page.getByRole('button', { name: 'Submit Nice Report' }).click();
const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Who made your day?' });
const openCard = async (page: Page, username: string) => {
  const card = cardOf(page, username);
  await card.getByRole('button', { name: username, exact: true }).click();
  return card;
};
const isShown = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();

test('an empty list shows its empty state, and leads to the form', async () => {
  const { page } = await web.open('/nice-list');
  await isShown(page, 'No nice reports yet');
  await page.getByRole('button', { name: 'Praise a hero' }).click();
  await page.getByRole('heading', { name: 'Submit a Web3 hero' }).waitFor();
  expect(new URL(page.url()).search).toBe('?view=submit');
});

test('a nice report with private data is refused, as its hint says', async () => {
  const { page } = await web.open('/nice-list?view=submit', { viewport: PHONE });
  const text = 'Please remove the phone number: nice reports are public.';
  await fillPraise(page, {
    url: 'https://x.com/open_hero/status/5',
    description: 'Helped me, call her: +1 202-555-0143.',
  });
  await page.getByText(text, { exact: true }).waitFor();
  await solveCaptcha(page);
  await submit(page);
  await waitForToast(page, 'Error', text);
});

test('a visitor praises a hero, finds the entry, opens it, and shares a message', async () => {
  const { page } = await web.open('/', { complains: false });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Nice List' }).click();
  await page.getByRole('button', { name: 'Submit Web3 Hero' }).click();
  const words = Array.from({ length: 25 }, (_, index) => `gift${index}`).join(' ');
  await fillPraise(page, {
    url: ' twitter.com/Santas_Helper/status/99?s=20 ',
    description: `Generous: ${words}`,
  });
  expect(await page.getByLabel('Link to the post on X').inputValue()).toBe(
    'https://twitter.com/Santas_Helper/status/99',
  );
  expect(await page.getByLabel('Username').inputValue()).toBe('Santas_Helper');
  await solveCaptcha(page);
  await submit(page);
  await waitForToast(page, 'Success!', niceReportTexts.added('Santas_Helper'));

  await searchBox(page).fill('santas');
  await isShown(page, '1 entry matches your search');
  const collapsed = cardOf(page, 'Santas_Helper');
  expect(await collapsed.textContent()).toContain('gift18...');
  expect(await collapsed.textContent()).not.toContain('gift19');
  await collapsed.getByText('GENEROUS', { exact: true }).waitFor();

  const card = await openCard(page, 'Santas_Helper');
  await card.getByText(`Generous: ${words}`).waitFor();
  expect(await card.getByRole('link', { name: 'Open the original post' }).getAttribute('href')).toBe(
    'https://twitter.com/Santas_Helper/status/99',
  );
  const vibes = card.getByRole('region', { name: 'Make Their Day' });
  const seen = new Set<string>();
  for (let time = 0; time < 60 && seen.size < 5; time += 1) {
    const message = (await vibes.locator('p').textContent()) ?? '';
    seen.add(message);
    const link = vibes.getByRole('link', { name: 'Spread Positive Vibes' });
    const intent = new URL((await link.getAttribute('href')) ?? '');
    expect(intent.origin + intent.pathname).toBe('https://x.com/intent/tweet');
    expect([intent.searchParams.get('text'), intent.searchParams.get('in_reply_to')]).toEqual([
      message,
      '99',
    ]);
    expect(await link.getAttribute('target')).toBe('_blank');
    await vibes.getByRole('button', { name: 'Another message' }).click();
  }
  expect(seen.size).toBe(5);
  const shown = await vibes.locator('p').textContent();
  await vibes.getByRole('button', { name: 'Copy the message' }).click();
  await waitForToast(page, 'Positive Message Copied!');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown);
  expect(shown).toContain(`${web.stack.url}/nice-list?search=Santas_Helper`);
});

test('the username follows the link, and is cleared if the link is not to X', async () => {
  const { page } = await web.open('/nice-list?view=submit');
  const [url, username] = [page.getByLabel('Link to the post on X'), page.getByLabel('Username')];
  await url.fill('x.com/first_elf/status/1');
  await expect.poll(() => username.inputValue()).toBe('first_elf');
  await url.fill('https://mobile.twitter.com/second_elf');
  await expect.poll(() => username.inputValue()).toBe('second_elf');
  await url.fill('https://example.com/second_elf');
  await expect.poll(() => username.inputValue()).toBe('');
  await page.getByLabel('What did they do?').fill(good.description);
  await url.fill('https://x.com/first_elf/status/1');
  await username.fill('third_elf');
  await username.blur();
  await isShown(page, reportTexts.usernameOfAnother);
  await url.fill('https://x.com/first_elf/status/2');
  await url.fill('https://x.com/i/web/status/5');
  await isShown(page, reportTexts.namelessPost);
  expect(await username.inputValue()).toBe('');
  await username.fill('sixteen_letters_');
  await username.blur();
  await isShown(page, reportTexts.invalidUsername);
});

test('a duplicate post and a failed submission show an error, and keep the input', async () => {
  await web.praise({ username: 'praised_once' });
  const { page } = await web.open('/nice-list?view=submit');
  await fillPraise(page, { ...good, url: 'https://twitter.com/praised_once/status/24?s=20' });
  await solveCaptcha(page);
  await submit(page);
  await waitForToast(page, 'Error', niceReportTexts.alreadyListed);
  await page.route('**/api/nice-reports', (route) => route.fulfill({ status: 500, body: '{"message":""}' }));
  await solveCaptcha(page);
  await submit(page);
  await waitForToast(page, 'Error', '500');
  await page.unroute('**/api/nice-reports');
  await page.context().setOffline(true);
  await solveCaptcha(page);
  await submit(page);
  await waitForToast(page, 'Error');
  await page.context().setOffline(false);
  expect(await page.getByLabel('What did they do?').inputValue()).toBe(good.description);
});

test('every nice report of a hero has its own card; twenty at first, and more on demand', async () => {
  for (let number = 1; number <= 25; number += 1)
    await web.api.call(submitNiceReport, {
      body: {
        twitterUrl: `https://x.com/beloved_elf/status/${number}`,
        username: 'beloved_elf',
        description: `Did good deed number ${number}.`,
      },
    });
  const { page } = await web.open('/nice-list');
  await expect.poll(() => page.getByRole('article').count()).toBe(20);
  await page.getByRole('button', { name: 'Load More Entries' }).click();
  const all = await web.api.call(listNiceReports, { query: {} });
  await expect.poll(() => page.getByRole('article').count()).toBe(Math.min(40, all.length));
  expect(await cardOf(page, 'beloved_elf').count()).toBe(25);
});

test('an empty search is not sent; Clear shows the list again', async () => {
  await web.praise({ username: 'only_one_elf', description: 'Knits mittens for blind mice.' });
  const { page } = await web.visit();
  const searches = callsOf(page, '/api/nice-reports/search');
  await load(page, '/nice-list');
  await searchBox(page).fill('   ');
  await searchBox(page).press('Enter');
  await searchBox(page).fill('MITTENS');
  await isShown(page, '1 entry matches your search');
  await searchBox(page).fill('nobody-like-that');
  await searchBox(page).press('Enter');
  await isShown(page, 'No matching heroes found');
  const queries = searches.map((call) => call.split('?')[1]);
  expect(queries).toEqual(['q=MITTENS', 'q=nobody-like-that']);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect.poll(() => page.getByRole('article').count()).toBeGreaterThan(1);
  expect(await searchBox(page).inputValue()).toBe('');
  expect(await searchBox(page).evaluate((field) => field === document.activeElement)).toBe(true);
});

test('a shared link searches, and is removed from the URL', async () => {
  await web.praise({ username: 'shared_elf' });
  const { page } = await web.open('/nice-list?search=shared_elf');
  await isShown(page, '1 entry matches your search');
  await cardOf(page, 'shared_elf').waitFor();
  expect(await searchBox(page).inputValue()).toBe('shared_elf');
  await expect.poll(() => page.url()).toBe(`${web.stack.url}/nice-list`);
});

const states: { state: string; reach: (page: Page) => Promise<unknown> }[] = [
  {
    state: 'list',
    reach: async (page) => {
      await web.praise({ username: 'rtl_elf', description: 'هذا الشخص طيب وساعد الجميع دون مقابل' });
      await page.goto('/nice-list');
      await cardOf(page, 'rtl_elf').waitFor();
    },
  },
  { state: 'open card', reach: (page) => page.goto('/nice-list').then(() => openCard(page, 'rtl_elf')) },
  {
    state: 'nothing found',
    reach: (page) =>
      page.goto('/nice-list?search=zzzz').then(() => isShown(page, 'No matching heroes found')),
  },
  {
    state: 'form with errors',
    reach: async (page) => {
      await page.goto('/nice-list?view=submit');
      await submit(page);
      await isShown(page, reportTexts.captchaRequired);
    },
  },
];

test.each(states)('$state fits every width', async ({ state, reach }) => {
  const { page } = await web.visit({ viewport: PHONE });
  await reach(page);
  await expectWhole(page, state, '#content-area');
});

test('a reported hero and a praised scammer are marked, with a link to the other list', async () => {
  await web.praise({ username: 'both_elf' });
  const read = 'update reports.nice_reports set reviewed_at = now() where username = $1';
  await web.sql(read, ['both_elf']);
  await web.report({ username: 'both_elf' });
  const { page } = await web.open('/nice-list?search=both_elf', { complains: false });
  await cardOf(page, 'both_elf')
    .getByRole('link', { name: 'Also on the Naughty List (Reported, not reviewed)' })
    .click();
  await page.waitForURL((url) => url.pathname === '/');
  await cardOf(page, 'both_elf').getByRole('link', { name: 'Also on the Nice List' }).click();
  await page.waitForURL((url) => url.pathname === '/nice-list');
  await cardOf(page, 'both_elf').getByRole('link', { name: 'Also on the Naughty List' }).waitFor();
});
