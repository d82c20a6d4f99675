import { submitNiceReport } from '@naughty-list/contracts/nice-reports';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cardOf, waitUntilAlive } from './page-parts.ts';
import { startWeb, type WebUnderTest } from './web-under-test.ts';

const ADDRESS = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
const NO_REPORT = "No report found. Not listed doesn't mean safe.";
const LISTED = '@SolRugKing is on the Naughty List.';
const SUGGESTED = 'Did you mean @SolRugKing?';

let web: WebUnderTest;
beforeAll(async () => {
  web = await startWeb();
  await web.report({ username: 'SolRugKing', description: 'Sold a rug, and drained the pool.' });
  await web.report({ username: 'two_faces' });
  // Accounts shown on the page, whose image URLs contain their names.
  for (const letter of 'abcde') await web.report({ username: `newer_${letter}` });
  for (const username of ['two_faces', 'kind_elf']) {
    const twitterUrl = `https://x.com/${username}/status/7`;
    const description = 'Gave back every coin, twice.';
    await web.api.call(submitNiceReport, { body: { username, description, twitterUrl } });
  }
});
afterAll(() => web?.stop());

/** The typed text, what the page must say, and what it must not say. */
const queries: [typed: string, says: string[], not: string[]][] = [
  ['solrugking', [LISTED, 'Reported once, since 20', '1 report matches your search'], [NO_REPORT]],
  ['@SolRugKing', [LISTED], [NO_REPORT]],
  ['https://x.com/SolRugKing/status/1225?s=20', [LISTED], [NO_REPORT]],
  ['mobile.twitter.com/solrugking', [LISTED], [NO_REPORT]],
  ['two_faces', ['@two_faces is on the Naughty List.', '@two_faces is on the Nice List.'], [NO_REPORT]],
  ['kind_elf', ['@kind_elf is on the Nice List.', NO_REPORT], ['on the Naughty List.']],
  ['solrugkng', [NO_REPORT, SUGGESTED, 'No matching reports found'], [LISTED]],
  ['SoIRug__King', [NO_REPORT, SUGGESTED], [LISTED]],
  [ADDRESS, ['This is a Solana address.', NO_REPORT], [LISTED]],
  ['drained the pool', ['1 report matches your search'], [LISTED, NO_REPORT]],
  ['entirely_else', [NO_REPORT, 'Try adjusting your search terms or category filter'], ['Did you mean']],
];

test('what the page answers to each kind of query', async () => {
  const { page, complaints } = await web.visit();
  await page.goto('/');
  await waitUntilAlive(page);
  const ledger = page.locator('#naughty-list');
  for (const [typed, says, not] of queries) {
    await page.getByRole('combobox').fill(typed);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    for (const text of says)
      await expect.poll(() => ledger.textContent(), { message: typed }).toContain(text);
    for (const text of not) expect(await ledger.textContent(), typed).not.toContain(text);
  }
  await page.getByRole('combobox').fill('s0lrugking');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: '@SolRugKing' }).click();
  await page.getByText(LISTED).waitFor();
  await cardOf(page, 'SolRugKing').waitFor();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.poll(() => page.getByText(LISTED).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('without scripts, each link is answered the same', async () => {
  const { page } = await web.visit({ javaScriptEnabled: false });
  for (const [typed, says, not] of queries) {
    await page.goto(`/?search=${encodeURIComponent(typed)}`);
    const text = await page.locator('#naughty-list').textContent();
    for (const each of says) expect(text, typed).toContain(each);
    for (const each of not) expect(text, typed).not.toContain(each);
  }
  await page.goto('/?search=solrugkng');
  await page.getByRole('link', { name: '@SolRugKing' }).click();
  await page.getByText(LISTED).waitFor();
});

test('a failed look-up shows no verdict', async () => {
  const { page } = await web.visit();
  await page.goto('/');
  await waitUntilAlive(page);
  await page.route('**/api/look-up?**', (route) => route.abort());
  await page.getByRole('combobox').fill('entirely_else');
  await page.keyboard.press('Enter');
  await page.getByText('Failed to search').waitFor();
  expect(await page.locator('#naughty-list').textContent()).not.toContain('No report');
  await page.unroute('**/api/look-up?**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText(NO_REPORT).waitFor();
});

/** The text typed in private mode, and what the page must say. */
const privateQueries: [typed: string, says: string][] = [
  ['solrugking', 'The case: Reported, not reviewed.'],
  ['https://x.com/two_faces/status/1225', '@two_faces is on the Nice List.'],
  ['SoIRug__King', 'A listed name looks like this one.'],
  ['entirely_else', NO_REPORT],
];

test('in private mode no request names the account, and the mode is remembered', async () => {
  const { page, complaints } = await web.visit();
  const sent: string[] = [];
  page.on('request', async (request) => {
    const headers = Object.values(await request.allHeaders().catch(() => ({})));
    sent.push([request.url(), request.postData() ?? '', ...headers].join(' ').toLowerCase());
  });
  await page.goto('/');
  await waitUntilAlive(page);
  await page.getByRole('switch', { name: 'Private check' }).press('Space');
  const ledger = page.locator('#naughty-list');
  for (const [typed, says] of privateQueries) {
    const shard = page.waitForResponse('**/api/private-check/*');
    await page.getByRole('combobox').fill(typed);
    await page.keyboard.press('Enter');
    expect(new URL((await shard).url()).pathname).toMatch(/^\/api\/private-check\/[0-9a-f]{4}$/);
    await ledger.getByText(says).waitFor();
  }
  // The kind of URL with which the installed app is opened.
  await page.goto('/#search=SolRugKing');
  await page.reload();
  await page.getByText(LISTED).waitFor();
  await expect.poll(() => page.getByRole('switch').getAttribute('aria-checked')).toBe('true');
  await page.getByRole('combobox').fill('drained the pool');
  await page.keyboard.press('Enter');
  await page.getByText('Nothing was sent.').waitFor();
  const names = /solrugking|two_faces|soirug|entirely_else|drained/;
  expect(sent.filter((request) => names.test(decodeURIComponent(request)))).toEqual([]);
  expect(complaints).toEqual([]);
});
