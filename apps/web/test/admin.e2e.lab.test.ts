import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { adminSessionTexts } from '@naughty-list/contracts/admin-session';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import {
  ADMIN,
  endSessions,
  fillLogin,
  pressLogIn,
  queryOf,
  visitAsAdmin,
  waitForSummary,
  withAdmin,
} from './admin-parts.ts';
import { callsOf, cardOf, toastOf, waitForToast } from './page-parts.ts';
import { PHONE, startWeb } from './web-under-test.ts';

const web = closeAfterAll(await startWeb(withAdmin));
await web.report({ username: 'first_grinch' });

const loginForm = (page: Page) => page.getByRole('button', { name: 'Log in' });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const pathOf = (page: Page) => new URL(page.url()).pathname;
const isFocused = (page: Page, label: string) =>
  page.getByLabel(label).evaluate((field) => field === document.activeElement);

test('logged out: the form; empty fields show errors without a call to the server', async () => {
  const { page } = await web.visit({ complains: false });
  const calls = callsOf(page, '/api/admin/');
  await page.goto('/admin');
  await pressLogIn(page);
  await page.getByText(adminSessionTexts.usernameRequired).waitFor();
  await page.getByText(adminSessionTexts.passwordRequired).waitFor();
  await page.getByLabel('Username').fill('santa');
  await expect.poll(() => page.getByText(adminSessionTexts.usernameRequired).count()).toBe(0);
  expect(calls).toEqual(['GET /api/admin/status']);
});

test.each([
  { ...ADMIN, password: 'thirteen reindeer' },
  { ...ADMIN, username: 'grinch' },
])('a wrong login: a message, the name stays, the password is cleared and has the focus', async (wrong) => {
  const { page } = await web.visit();
  await page.goto('/admin');
  await fillLogin(page, wrong);
  await pressLogIn(page);
  await waitForToast(page, 'Login failed', 'Invalid username or password');
  expect(await page.getByLabel('Username').inputValue()).toBe(wrong.username);
  expect(await page.getByLabel('Password').inputValue()).toBe('');
  await expect.poll(() => isFocused(page, 'Password')).toBe(true);
});

test('a login shows a welcome, tabs with their own URLs, and the logout', async () => {
  const { page } = await web.visit({ complains: false });
  await page.goto('/admin');
  await fillLogin(page);
  await page.keyboard.press('Enter');
  await waitForToast(page, 'Login successful', 'Welcome to the admin panel');
  await page.getByText('Logged in as santa').waitFor();
  await cardOf(page, 'first_grinch').waitFor();

  await tab(page, 'Nice Reports').click();
  await page.getByText('No nice reports yet').waitFor();
  await tab(page, 'Site Analytics').click();
  await page.getByRole('heading', { name: 'Total Visits' }).waitFor();
  await tab(page, 'Audit Log').click();
  await page.getByText('No changes yet').waitFor();
  expect(pathOf(page)).toBe('/admin/audit-log');
  await page.reload();
  await page.getByText('No changes yet').waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Total Visits' }).waitFor();
  expect(await tab(page, 'Site Analytics').getAttribute('aria-selected')).toBe('true');
  expect(await page.getByRole('link', { name: 'Queues' }).getAttribute('href')).toBe('/admin/queues');

  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Logout' }).click();
  await reloaded;
  await loginForm(page).waitFor();
  expect((await page.request.get('/api/admin/reports')).status()).toBe(401);
});

test('when the session ends while typing, the form appears, and no input is lost', async () => {
  const { page } = await visitAsAdmin(web, '/admin?q=first_grinch');
  const card = cardOf(page, 'first_grinch');
  await card.getByRole('button', { name: 'Edit' }).click();
  await card.getByLabel('Description').fill('Written before the night shift ended.');
  await endSessions(web);
  await card.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your session has ended.').waitFor();
  expect(await card.isVisible()).toBe(false);
  await expect.poll(() => isFocused(page, 'Username')).toBe(true);

  await fillLogin(page);
  await pressLogIn(page);
  await waitForToast(page, 'Login successful');
  expect(await card.getByLabel('Description').inputValue()).toBe('Written before the night shift ended.');
  expect(queryOf(page)).toBe('?q=first_grinch');
  await card.getByRole('button', { name: 'Save' }).click();
  await waitForToast(page, 'Saved');
  await card.getByText('Written before the night shift ended.').waitFor();
});

test('when the session ends on a change of tab, the form appears, then the requested tab', async () => {
  const { page } = await visitAsAdmin(web, '/admin');
  await cardOf(page, 'first_grinch').waitFor();
  await endSessions(web);
  await tab(page, 'Site Analytics').click();
  await page.getByText('Your session has ended.').waitFor();
  await fillLogin(page);
  await pressLogIn(page);
  await page.getByRole('heading', { name: 'Total Visits' }).waitFor();
  await expect.poll(() => page.getByText('Failed to fetch').count()).toBe(0);
});

test('a failed status check shows an error, with a retry', async () => {
  const { page } = await web.visit();
  await page.route('**/api/admin/status', (route) => route.abort());
  await page.goto('/admin');
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to open the admin panel' });
  await alert.getByText("We couldn't reach the workshop.").waitFor();
  await page.unrouteAll();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await loginForm(page).waitFor();
});

test('a login and a logout without a connection show errors', async () => {
  const { page } = await web.visit();
  await page.goto('/admin');
  await fillLogin(page);
  await page.route('**/api/admin/log*', (route) => route.abort());
  await pressLogIn(page);
  await waitForToast(page, 'Login failed', "We couldn't reach the workshop.");
  await page.unrouteAll();
  await page.getByLabel('Password').fill(ADMIN.password);
  await pressLogIn(page);
  await cardOf(page, 'first_grinch').waitFor();
  await page.route('**/api/admin/logout', (route) => route.abort());
  await page.getByRole('button', { name: 'Logout' }).click();
  await waitForToast(page, 'Logout failed', 'You are still logged in.');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Logout' }).click();
  await loginForm(page).waitFor();
});

test('the panel is not indexed, prerendered or linked, adds no code to public pages, and shows no snow', async () => {
  const { page } = await web.visit();
  const scripts: string[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.url());
  });
  for (const path of ['/', '/nice-list', '/about-naughty-list-memecoin']) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    expect(await page.locator('a[href*="admin"]').count()).toBe(0);
    expect(await page.locator('.snow').count()).toBe(1);
  }
  const sources = await Promise.all(scripts.map(async (url) => (await fetch(url)).text()));
  expect(sources.filter((source) => /Counting-House|bulk-delete|audit-log\?/.test(source))).toEqual([]);

  const answer = await fetch(`${web.stack.url}/admin`);
  expect(answer.headers.get('x-robots-tag')).toContain('noindex');
  const html = await answer.text();
  expect(html).toContain('noindex');
  expect(html).not.toContain('Counting-House');
  expect(readdirSync(inject('webRoot')).filter((name) => name.startsWith('admin'))).toEqual([]);
  expect(readFileSync(join(inject('webRoot'), 'sitemap.xml'), 'utf8')).not.toContain('admin');

  await page.goto('/admin');
  await loginForm(page).waitFor();
  expect(await page.title()).toBe('Admin - The Naughty List');
  expect(await page.locator('.snow').count()).toBe(0);
});

test('by keyboard only, on a phone: log in, find, edit, delete, restore, log out', async () => {
  // Unique per retry: an earlier attempt may have left its report.
  const username = `elf_${Date.now() % 1_000_000}`;
  await web.report({ username, description: "Typed on somebody else's keyboard." });
  const { page } = await web.visit({ viewport: PHONE, hasTouch: true, isMobile: true });
  const press = async (key: string, times = 1) => {
    for (let time = 0; time < times; time += 1) await page.keyboard.press(key);
  };
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await page.goto('/admin');
  await page.getByLabel('Username').focus();
  await page.keyboard.type(ADMIN.username);
  await press('Tab');
  await page.keyboard.type(ADMIN.password);
  await press('Enter');
  await cardOf(page, username).waitFor();

  await tab(page, 'Scammer Reports').focus();
  await press('ArrowRight');
  await expect.poll(focused).toBe('Nice Reports');
  await press('ArrowLeft');
  await expect.poll(focused).toBe('Scammer Reports');
  await press('Tab');
  expect(await isFocused(page, 'Search')).toBe(true);
  await page.keyboard.type(username);
  await press('Enter');
  await waitForSummary(page, 'Showing 1 of 1 report');

  const card = cardOf(page, username);
  await card.getByRole('link').focus();
  await press('Tab');
  expect(await focused()).toContain(`Edit @${username}`);
  await press('Enter');
  await card.getByText('EDITING').waitFor();
  await expect.poll(() => isFocused(page, 'Description')).toBe(true);
  await press('Control+A');
  await page.keyboard.type('Corrected without a mouse.');
  await press('Tab', 2);
  await press('Enter');
  await waitForToast(page, 'Saved');
  await expect.poll(focused).toContain(`Edit @${username}`);

  await press('Tab', 2);
  expect(await focused()).toContain(`Delete @${username}`);
  await press('Enter');
  await page.getByRole('alertdialog').waitFor();
  await expect.poll(focused).toBe('Cancel');
  await press('Escape');
  await expect.poll(focused).toContain(`Delete @${username}`);
  await press('Enter');
  await page.getByRole('alertdialog').waitFor();
  await press('Tab');
  await press('Enter');
  await waitForToast(page, 'Deleted 1 report');
  await card.waitFor({ state: 'detached' });
  // Not lost with the row.
  await expect.poll(() => page.evaluate(() => document.activeElement?.role)).toBe('tabpanel');
  await press('F8');
  await toastOf(page).getByRole('button', { name: 'Undo' }).focus();
  await press('Enter');
  await waitForToast(page, 'Restored');
  await card.getByText('Corrected without a mouse.').waitFor();

  await page.getByRole('button', { name: 'Logout' }).focus();
  await press('Enter');
  await loginForm(page).waitFor();
});

// Last, since it exhausts the login limit.
test('too many wrong logins: an error says for how long; a known browser can still log in', async () => {
  const known = await visitAsAdmin(web, '/admin');
  await known.page.getByRole('button', { name: 'Logout' }).click();
  await loginForm(known.page).waitFor();

  const { page } = await web.visit();
  await page.goto('/admin');
  await expect
    .poll(async () => {
      const answer = await page.request.post('/api/admin/login', {
        data: { ...ADMIN, password: 'a guess' },
        headers: { origin: web.stack.url },
      });
      return answer.status();
    })
    .toBe(429);
  await fillLogin(page);
  await pressLogIn(page);
  await waitForToast(page, 'Login failed', adminSessionTexts.tooManyLogins);
  const note = page.getByRole('status').filter({ hasText: 'The door is bolted' });
  await note.getByText(/The door opens again in \d+ minutes?\./).waitFor();

  await fillLogin(known.page);
  await pressLogIn(known.page);
  await waitForToast(known.page, 'Login successful');
});
