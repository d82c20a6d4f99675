import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { shiftsOf, watchShifts } from './layout-shifts.ts';
import { cardOf, load, solveCaptcha, sticksOut, waitForToast, waitUntilAlive } from './page-parts.ts';
import { DESKTOP, PHONE, startSeparateWeb, whileDown } from './web-under-test.ts';

const NONE = 'No report on file.';

const web = closeAfterAll(await startSeparateWeb());

/** Sets a status as a moderator. */
async function decide(id: number, status: string, rule: string, reason: string): Promise<void> {
  await web.sql(
    `insert into reports.case_changes (report_id, status, rule, reason, role, who) values ($1, $2, $3, $4, 'moderator', 'test')`,
    [id, status, rule, reason],
  );
  await web.sql(
    `with renewed as (update reports.state set version = version + 1)
     update reports.scammer_reports set status = $2, version = version + 1 where id = $1`,
    [id, status],
  );
}

const state = (id: number, count: number) =>
  web.sql(
    `with renewed as (update reports.state set version = version + 1)
     insert into reports.statements (report_id, twitter_url, description, published_at)
     select $1, 'https://x.com/elf/status/9' || n, 'Statement ' || n || ': paid, and blocked.', now()
     from generate_series(1, $2::int) n`,
    [id, count],
  );

const robots = (page: Page) =>
  page.evaluate(() => document.querySelector('meta[name=robots]')?.getAttribute('content'));

test.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
])(
  "from a look-up to the case, and a statement of one's own by keyboard, on a %s",
  async (name, viewport) => {
    const username = `Case_${name}`;
    const { description } = await web.report({ username });
    const { page } = await web.open('/', { viewport, complains: /409/ });
    await page.getByRole('combobox').fill(`@${username.toLowerCase()}`);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Read the case' }).waitFor();
    await cardOf(page, username)
      .getByRole('link', { name: `Case page of ${username}` })
      .press('Enter');
    await page.getByRole('heading', { level: 1, name: `@${username}` }).waitFor();
    expect(await page.title()).toBe(`Reports about @${username}, not reviewed - The Naughty List`);
    expect(await robots(page)).toBe('noindex');

    const add = page.getByRole('button', { name: 'Add what happened to you' });
    await add.focus();
    await page.keyboard.press('Enter');
    const link = page.getByLabel('Link to the post on X');
    await link.fill('https://x.com/somebody_else/status/88');
    await page.getByLabel('What happened?').fill('I paid on the same day, and was blocked.');
    await solveCaptcha(page);
    await page.getByRole('button', { name: 'Submit Statement' }).press('Enter');
    await page.getByText(`This has to be a post by @${username}.`).waitFor();
    // The report already has this post, and from here these words.
    const words = page.getByLabel('What happened?');
    await words.fill(description);
    await link.fill(`https://x.com/${username}/status/1225`);
    await page.getByRole('button', { name: 'Submit Statement' }).press('Enter');
    await waitForToast(page, 'Submission Failed', 'This post was already submitted for this case.');
    expect(await words.inputValue()).toBe(description);
    await words.fill('I paid on the same day, and was blocked.');
    await link.fill(`https://x.com/${username}/status/88`);
    await solveCaptcha(page);
    await page.getByRole('button', { name: 'Submit Statement' }).press('Enter');
    await waitForToast(page, 'Statement submitted');
    await page.getByRole('listitem').filter({ hasText: 'I paid on the same day' }).waitFor();
    await page.getByText('1 report, at least one further statement').waitFor();
    // Not lost with the form.
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Add what happened to you');
    expect(await sticksOut(page)).toEqual([]);
  },
);

test('a page that the browser shows again from its cache says what became of the case', async () => {
  const { id } = await web.report({ username: 'Back_Elf' });
  const { page } = await web.open('/case/Back_Elf');
  await page.getByRole('main').getByText('Reported, not reviewed').first().waitFor();
  await page.goto('/terms');
  await decide(id, 'corroborated', 'evidence_alone', 'The post says so itself.');
  await page.goBack();
  await page.getByRole('main').getByText('Corroborated').first().waitFor();
  expect(await page.title()).toBe('Reports about @Back_Elf, corroborated - The Naughty List');
});

test('a page that a phone shows again from memory says what became of the case', async () => {
  const { id } = await web.report({ username: 'Kept_Elf' });
  const { page } = await web.open('/case/Kept_Elf');
  const stamp = page.getByRole('main').getByText('Corroborated').first();
  await page.getByRole('button', { name: 'Add what happened to you' }).click();
  await page.getByLabel('What happened?').waitFor();
  await decide(id, 'corroborated', 'evidence_alone', 'The post says so itself.');
  expect(await stamp.isVisible()).toBe(false);
  // Browsers under test keep no page in memory; this is the event with which the others show it again.
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await stamp.waitFor();
});

test('a case opened by its URL is complete without scripts, with its own spelling and each change', async () => {
  const { id } = await web.report({
    username: 'Sol_Paper',
    description: 'Sold a rug, and drained the pool.',
  });
  await state(id, 23);
  const { page } = await web.visit({ javaScriptEnabled: false });
  const first = await page.goto('/case/@sol_paper?utm_source=x');
  expect(new URL(page.url()).pathname).toBe('/case/Sol_Paper');
  expect(first?.headers()['x-robots-tag']).toBe('noindex');
  const main = page.locator('main');
  await main.getByText('Reported, not reviewed').first().waitFor();
  for (const text of [
    'Sold a rug, and drained the pool.',
    'Statement 20: paid',
    '1 report, at least one further statement',
    'This is about me',
    'Without it, write to the contact on the Terms page.',
  ])
    expect(await main.textContent()).toContain(text);
  // The search box of the header is a form, which needs no script.
  expect(
    await main
      .getByRole('button')
      .filter({ visible: true, hasNotText: /^Check$/ })
      .count(),
  ).toBe(0);

  await decide(id, 'corroborated', 'independent_statements', 'Two transfers to one address.');
  // A case page may be a second old.
  await expect
    .poll(async () => (await page.goto('/case/Sol_Paper'))?.headers()['x-robots-tag'])
    .toBeUndefined();
  expect(await robots(page)).toBeUndefined();
  for (const text of [
    'At least two independent statements describe the same conduct.',
    'Two transfers to one address.',
  ])
    await main.getByText(text).first().waitFor();
  await page.goto('/?search=sol_paper');
  await cardOf(page, 'Sol_Paper').getByText('Corroborated').waitFor();
});

test('hydration keeps the page, which shows more statements on request, and nothing moves', async () => {
  const { id } = await web.report({ username: 'still_case' });
  await state(id, 45);
  const { page } = await web.visit({ complains: false, viewport: PHONE });
  await watchShifts(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      for (const article of document.querySelectorAll('article')) article.dataset.rendered = 'by the server';
    });
  });
  await page.goto('/case/still_case', { waitUntil: 'networkidle' });
  await waitUntilAlive(page);
  expect(await page.locator('article').first().getAttribute('data-rendered')).toBe('by the server');
  expect(asked.filter((url) => url.includes('/api/cases'))).toEqual([]);
  expect(asked.filter((url) => !url.startsWith(web.stack.url))).toEqual([]);
  const listed = page.getByText(/^Statement \d+: paid/);
  const more = page.getByRole('button', { name: 'Show more' });
  expect(await listed.count()).toBe(20);
  await more.click();
  await expect.poll(() => listed.count()).toBe(40);
  await more.click();
  await expect.poll(() => listed.count()).toBe(45);
  expect(await more.count()).toBe(0);
  expect(await shiftsOf(page)).toEqual([]);
});

test('the pages of names without a case do not repeat the name', async () => {
  const { page } = await web.visit({ complains: /status of 404/ });
  for (const path of [
    '/case/nobody_here',
    '/case/%3Cscript%3Ealert(1)%3C%2Fscript%3E',
    '/case/two%20words',
  ]) {
    expect((await load(page, path))?.status()).toBe(404);
    await page.getByRole('heading', { level: 1, name: NONE }).waitFor();
    const html = await (await fetch(web.stack.url + path)).text();
    expect(html).not.toMatch(/nobody_here|alert|two words/);
    expect(await robots(page)).toBe('noindex');
  }
});

test('while cases cannot be loaded, the page says so with 503, and retries on request', async () => {
  await web.report({ username: 'sleepy_case' });
  const { page } = await web.visit();
  await whileDown(web, 'reports', async () => {
    expect((await page.goto('/case/sleepy_case'))?.status()).toBe(503);
    await page.getByText("This case didn't load").waitFor();
    expect(await page.locator('main').textContent()).not.toContain(NONE);
  });
  await expect
    .poll(async () => {
      const again = page.getByRole('button', { name: 'Try again' });
      if (await again.count()) await again.click();
      return page.getByRole('heading', { level: 1, name: '@sleepy_case' }).count();
    })
    .toBe(1);
});

test('the burn panel shows an open appeal, and what a burn does not do, before payment', async () => {
  const { id } = await web.report({ username: 'honest_panel' });
  await web.sql(
    `insert into reports.appeals (report_id, code_hash, grounds, due_at, proven_at, proven_by)
     values ($1, '\\x01', 'false', '2031-01-02T00:00:00Z', now(), 'moderator')`,
    [id],
  );
  const { page } = await web.open('/case/honest_panel#removal', { viewport: PHONE });
  const panel = page.getByRole('region', { name: 'What the burn buys' });
  for (const text of [
    'Appeal under way.',
    'January 2, 2031',
    'Silenced, not cleared.',
    'What is burned is gone for good',
  ])
    await panel.getByText(text).first().waitFor();
  const isBefore = await panel.evaluate((element) => {
    const pay = document.querySelector('#removal input');
    return pay !== null && Boolean(element.compareDocumentPosition(pay) & Node.DOCUMENT_POSITION_FOLLOWING);
  });
  expect(isBefore).toBe(true);
  await panel.getByRole('link', { name: 'appeal is free' }).click();
  await page.getByLabel('What is your appeal about?').waitFor();
});
