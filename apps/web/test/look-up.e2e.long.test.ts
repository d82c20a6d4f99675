import { setTimeout as sleep } from 'node:timers/promises';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { cardOf, load } from './page-parts.ts';
import { startWeb } from './web-under-test.ts';

const ADDRESS = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
const NOT_SAFE = "That doesn't mean it's safe.";
const ABSENT = 'Not on either list.';
const LISTED = 'On the Naughty List';
const ALIKE = 'Careful: a name that looks like this one is listed.';

const web = closeAfterAll(await startWeb());
const names = ['SolRugKing', 'two_faces', 'burned_elf', 'stolen_elf', 'cleared_elf'];
for (const username of names)
  await web.report({ username, description: 'Sold a rug, and drained the pool.' });
const set = (username: string, change: string) =>
  web.sql(`update reports.scammer_reports set ${change} where username = $1`, [username]);
await set('burned_elf', "is_removed = true, removal_tx_hash = 'a'");
await set('stolen_elf', "status = 'compromised'");
await set('cleared_elf', "status = 'cleared', cleared_at = now(), is_removed = true");
await web.report({ username: 'teller', description: 'He works with @named_elf, who is a thief.' });
for (const letter of 'abcde') await web.report({ username: `newer_${letter}` });
for (const username of ['two_faces', 'kind_elf', 'read_elf', 'SoIRugKing']) await web.praise({ username });
await web.sql('update reports.nice_reports set reviewed_at = now() where username = any($1)', [
  ['read_elf', 'two_faces'],
]);

/** The typed text, what the answer must say, and what it must not say. */
const queries: [typed: string, says: string[], not: string[]][] = [
  [
    'solrugking',
    ['@SolRugKing', LISTED, 'Reported, not reviewed', 'Reported on', 'Appeal for free'],
    [ABSENT, NOT_SAFE, 'other accounts'],
  ],
  ['hey is @SolRugKing legit?', [LISTED], [ABSENT]],
  ['https://nitter.net/SolRugKing/status/1225?s=20', [LISTED], [ABSENT]],
  ['two_faces', [LISTED, 'Also on the Nice List: Praised once.'], [ABSENT]],
  ['stolen_elf', ['This account was compromised'], [LISTED, ABSENT]],
  ['cleared_elf', ['Cleared'], [LISTED, ABSENT]],
  [
    'burned_elf',
    ['Removed by a payment', 'Nobody decided that it was false.', 'Report @burned_elf'],
    [LISTED, ABSENT],
  ],
  ['kind_elf', ['Not on the Naughty List. Praised, not reviewed.', NOT_SAFE], [LISTED, 'On the Nice List']],
  ['read_elf', ['On the Nice List'], [LISTED, ABSENT]],
  ['SoIRugKing', ['Praised, not reviewed.', ALIKE, '@SolRugKing'], [LISTED]],
  ['solrugkng', [ABSENT, NOT_SAFE, ALIKE, '@SolRugKing'], [LISTED]],
  [ADDRESS, ["I can't say who is behind this", 'No report mentions it.'], [LISTED, ABSENT]],
  ['drained the pool', ['Reports that mention these words are below.'], [LISTED, ABSENT, 'No report']],
  ['pool the drained', ['No report contains this exact phrase.'], [LISTED, ABSENT]],
  ['named_elf', [ABSENT, 'The reports below are about other accounts.'], [LISTED]],
  ['t.co/abc', ['Not something I can check'], [LISTED, ABSENT, 'No report']],
  ['https://x.com/i/status/1860000000000000001', ["I can't see who wrote this post"], [ABSENT]],
  ['entirely_else', ['@entirely_else', ABSENT, NOT_SAFE], ['Careful']],
  ['@SolRugKing @entirely_else', [LISTED, ABSENT], []],
];

const answerOf = (page: Page) => page.locator('#answer').textContent();

test('the answer to each kind of search', async () => {
  const { page } = await web.open('/', { complains: false });
  for (const [typed, says, not] of queries) {
    await page.getByRole('combobox').fill(typed);
    await page.keyboard.press('Enter');
    for (const text of says) await expect.poll(() => answerOf(page), { message: typed }).toContain(text);
    for (const text of not) expect(await answerOf(page), typed).not.toContain(text);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('answer');
  }
  await page.getByRole('combobox').fill('s0lrugking');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: '@SolRugKing' }).click();
  await page.getByText(LISTED).waitFor();
  await cardOf(page, 'SolRugKing').waitFor();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.poll(() => page.locator('#answer').count()).toBe(0);
});

test('without scripts, each shared link has the same answer', async () => {
  const { page } = await web.visit({ javaScriptEnabled: false });
  for (const [typed, says, not] of queries) {
    await page.goto(`/?search=${encodeURIComponent(typed)}`);
    const text = await answerOf(page);
    for (const each of says) expect(text, typed).toContain(each);
    for (const each of not) expect(text, typed).not.toContain(each);
  }
  await page.goto('/?search=solrugkng');
  await page.getByRole('link', { name: '@SolRugKing' }).click();
  await page.getByText(LISTED).waitFor();
});

const screens = [
  [360, 640],
  [390, 664],
  [390, 844],
  [1280, 720],
  [1366, 657],
  [1440, 900],
  // A desktop at 200 %.
  [720, 450],
] as const;

test.each(screens)('at %i×%i the search field and each verdict are in view', async (width, height) => {
  for (const javaScriptEnabled of [true, false]) {
    const { page } = await web.visit({ viewport: { width, height }, javaScriptEnabled });
    const inView = async (selector: string) => {
      const box = await page.locator(selector).first().boundingBox();
      if (!box) throw new Error(`no ${selector}`);
      return box.y >= 64 && box.y + box.height <= height && box.x >= 0 && box.x + box.width <= width;
    };
    await page.goto('/');
    await expect.poll(() => inView('[data-check]')).toBe(true);
    expect(await page.locator('[data-check]').evaluate((field) => field.clientWidth)).toBeGreaterThan(240);
    // The first answer waits for its code, as over a slow connection.
    const wait = (route: Route) => sleep(500).then(() => route.continue());
    await page.route('**/*answer-leaf*', wait, { times: 1 });
    for (const name of ['t.co/abc', 'SolRugKing', 'entirely_else', 'burned_elf']) {
      await page.goto(`/?search=${encodeURIComponent(name)}`);
      await expect
        .poll(() => inView('[data-verdict]'), { message: `${name} ${javaScriptEnabled}` })
        .toBe(true);
    }
  }
});

test('the shortcuts focus the search field on every page', async () => {
  const { page } = await web.visit();
  for (const path of ['/', '/burns']) {
    await load(page, path);
    for (const key of ['/', 'Control+k']) {
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await page.keyboard.press(key);
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-check')))
        .toBe(true);
    }
  }
  await page.keyboard.type('burned_elf');
  await page.keyboard.press('Enter');
  await page.getByText('Removed by a payment').waitFor();
});

test('on every other page, the search line in the layout works, and nothing covers it', async () => {
  const { page } = await web.visit({ viewport: { width: 390, height: 664 } });
  for (const path of ['/nice-list', '/pfp', '/about-naughty-list-memecoin', '/case/SolRugKing', '/terms']) {
    await page.goto(path);
    await page.getByRole('textbox', { name: 'Who do you want to check?' }).click();
    await page.keyboard.type('solrugking');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await expect.poll(() => answerOf(page), { message: path }).toContain(LISTED);
  }
});

test('a failed look-up shows no verdict', async () => {
  const { page } = await web.open('/');
  await page.route('**/api/look-up?**', (route) => route.abort());
  await page.getByRole('combobox').fill('entirely_else');
  await page.keyboard.press('Enter');
  await page.getByText('Failed to search').waitFor();
  expect(await page.locator('main').textContent()).not.toContain(ABSENT);
  await page.unroute('**/api/look-up?**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText(ABSENT).waitFor();
});

/** The text typed in private mode, and what the page must say. */
const privateQueries: [typed: string, says: string][] = [
  ['solrugking', 'Reported, not reviewed'],
  ['https://x.com/two_faces/status/1225', 'Also on the Nice List'],
  ['S0IRug__King', 'A reported name looks like one you asked about.'],
  ['burned_elf', 'Removed by a payment'],
  ['entirely_else', ABSENT],
];

test('a search for no letter or digit is answered with what to paste', async () => {
  const { page } = await web.open('/?search=!!!');
  await page.getByText('There is no name, link or address in this.').waitFor();
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
});

test('in private mode no request names the account, and the mode is remembered', async () => {
  const { page } = await web.visit({ complains: false });
  const sent: string[] = [];
  page.on('request', async (request) => {
    const headers = Object.values(await request.allHeaders().catch(() => ({})));
    sent.push([request.url(), request.postData() ?? '', ...headers].join(' ').toLowerCase());
  });
  await load(page, '/');
  await page.getByRole('switch', { name: 'Private check' }).press('Space');
  for (const [typed, says] of privateQueries) {
    const shard = page.waitForResponse('**/api/private-check/*');
    await page.getByRole('combobox').fill(typed);
    await page.keyboard.press('Enter');
    expect(new URL((await shard).url()).pathname).toMatch(/^\/api\/private-check\/[0-9a-f]{4}$/);
    await page.locator('#answer').getByText(says).first().waitFor();
    expect(await answerOf(page), typed).not.toContain('since');
  }
  // A private answer hides the list until its tab is pressed.
  await page.getByRole('button', { name: 'View Naughty List' }).click();
  await page.locator('#naughty-list').getByRole('article').first().waitFor();
  // A URL as the installed app opens it for a shared text.
  await page.goto('/#search=SolRugKing');
  await page.reload();
  await page.getByText(LISTED).waitFor();
  await expect.poll(() => page.getByRole('switch').getAttribute('aria-checked')).toBe('true');
  await page.getByRole('combobox').fill('drained the pool');
  await page.keyboard.press('Enter');
  await page.getByText('Nothing was sent.').waitFor();
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  const names = /solrugking|two_faces|s0irug|burned_elf|entirely_else|drained/;
  expect(sent.filter((request) => names.test(decodeURIComponent(request)))).toEqual([]);
});
