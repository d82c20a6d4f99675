import { searchReports } from '@naughty-list/contracts/reports';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { confirmDeletion, queryOf, visitAsAdmin, waitForSummary, withAdmin } from './admin-parts.ts';
import { cardOf, sticksOut, waitForToast } from './page-parts.ts';
import { PHONE, startSeparateWeb, whileDown } from './web-under-test.ts';

const web = closeAfterAll(await startSeparateWeb(withAdmin));

const entry = (page: Page, title: string | RegExp) => page.getByRole('article', { name: title });
const listed = async () =>
  (await web.api.call(searchReports, { query: { q: 'herd_' } })).map(({ username }) => username);
const openLog = (page: Page) => page.getByRole('tab', { name: 'Audit Log' }).click();

async function editAs(page: Page, username: string, description: string) {
  await page.getByRole('button', { name: `Edit @${username}`, exact: true }).click();
  await cardOf(page, username).getByLabel('Description').fill(description);
  await cardOf(page, username).getByRole('button', { name: 'Save' }).click();
  await waitForToast(page, 'Saved');
}

async function deleteAs(page: Page, username: string) {
  await page.getByRole('button', { name: `Delete @${username}`, exact: true }).click();
  await confirmDeletion(page);
  await waitForToast(page, /praises/.test(page.url()) ? 'Deleted 1 nice report' : 'Deleted 1 report');
}

test('an edit is logged with admin, time and a word diff', async () => {
  const { id } = await web.report({ username: 'logged_elf', description: 'Took forty coins from me.' });
  const { page } = await visitAsAdmin(web, '/admin', { complains: false });
  await editAs(page, 'logged_elf', 'Took four coins from me.');
  await openLog(page);
  const log = entry(page, `Edited scammer report #${id} about @logged_elf`);
  await log.getByText('by santa', { exact: false }).waitFor();
  await log
    .locator('time')
    .getByText(/Just now|ago/)
    .waitFor();
  expect((await log.locator('del').textContent())?.trim()).toBe('removed: forty');
  expect((await log.locator('ins').textContent())?.trim()).toBe('added: four');
  expect(await log.locator('dd').textContent()).toMatch(/^Took .*coins from me\.$/);
  expect(await log.getByRole('button', { name: /Restore/ }).count()).toBe(0);
});

test('a deletion is logged with its contents, and can be restored from there once', async () => {
  const { id } = await web.report({ username: 'lost_elf', description: 'Lost, and found again.' });
  const { page } = await visitAsAdmin(web, '/admin', { complains: false });
  await deleteAs(page, 'lost_elf');
  await openLog(page);
  const log = entry(page, `Deleted scammer report #${id} about @lost_elf`);
  await log.getByText('Lost, and found again.').waitFor();
  await log.getByText('https://x.com/lost_elf/status/1225').waitFor();
  await log.getByRole('button', { name: /^Restore/ }).click();
  await waitForToast(page, 'Restored');
  await entry(page, `Restored scammer report #${id} about @lost_elf`).waitFor();
  await expect.poll(() => log.getByRole('button', { name: /Restore/ }).count()).toBe(0);
  await page.getByRole('tab', { name: 'Scammer Reports' }).click();
  await cardOf(page, 'lost_elf').waitFor();
});

test('rows of a deletion that a filter hides are mentioned, and restored only after a confirmation', async () => {
  for (const number of [1, 2, 3, 4]) await web.report({ username: `herd_${number}` });
  const { page } = await visitAsAdmin(web, '/admin?q=herd_', { complains: false });
  await page.getByLabel('All on this page').check();
  await page.getByRole('button', { name: 'Delete selected' }).click();
  await confirmDeletion(page);
  await waitForToast(page, 'Deleted 4 reports');
  await openLog(page);
  const log = entry(page, 'Deleted 4 scammer reports').first();
  // Until the log is shown, the search box is the list's.
  await log.waitFor();
  await page.getByRole('searchbox', { name: 'Search' }).fill('herd_3');
  await page.keyboard.press('Enter');
  await log.getByText('1 of 4 shown here').waitFor();
  await log.getByRole('button', { name: /^Restore all 4/ }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Restore all 4?' });
  await dialog.getByText('1 of the changes is shown here', { exact: false }).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await listed()).not.toContain('herd_1');
  await log.getByRole('button', { name: /^Restore all 4/ }).click();
  await dialog.getByRole('button', { name: 'Restore all 4' }).click();
  await waitForToast(page, 'Restored', 'All 4 restored.');
  await dialog.waitFor({ state: 'detached' });
  expect(await listed()).toContain('herd_1');
});

test('filters by action, list and name are in the URL, and survive a reload', async () => {
  const { page } = await visitAsAdmin(web, '/admin/nice-reports');
  await web.praise({ username: 'praised_elf' });
  await page.reload();
  await editAs(page, 'praised_elf', 'Generous to nearly every stranger.');
  await openLog(page);
  await entry(page, /@praised_elf/).waitFor();
  await page.getByLabel('List', { exact: true }).selectOption('Nice reports');
  await expect.poll(() => page.getByRole('article').count()).toBe(1);
  await page.getByLabel('Action').selectOption('Deletion');
  await page.getByText('No matching entries found').waitFor();
  expect(queryOf(page)).toBe('?subject=nice_report&action=delete');
  await page.reload();
  await page.getByText('No matching entries found').waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('searchbox', { name: 'Search' }).fill('praised');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByRole('article').count()).toBe(1);
  await page.getByRole('searchbox', { name: 'Search' }).fill('nobody like that');
  await page.keyboard.press('Enter');
  await page.getByText('No matching entries found').waitFor();
});

test('queue changes have their own log, with pages, search and queue in the URL; by keyboard, on a phone', async () => {
  const { page } = await visitAsAdmin(web, '/admin/audit-log?action=edit', {
    complains: false,
    viewport: PHONE,
  });
  // The tabs scroll there, to the open one.
  const { x = 0, width = 0 } = (await page.getByRole('tab', { name: 'Audit Log' }).boundingBox()) ?? {};
  expect(x >= 0 && x + width <= PHONE.width).toBe(true);
  const queues = page.getByRole('button', { name: 'Queues', exact: true });
  await queues.focus();
  await page.keyboard.press('Enter');
  await page.getByText('No changes yet').waitFor();
  expect(queryOf(page)).toBe('?log=queues');
  expect(await queues.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(await queues.getAttribute('aria-pressed')).toBe('true');

  await web.sql(`insert into gateway.admin_log (admin, change, request_id)
     select case when i > 55 then 'rudolph' else 'santa' end,
       'PUT /api/queues/' || case when i % 2 = 0 then 'reports' else 'analytics' end || '/' || gen_random_uuid() || '/retry',
       gen_random_uuid()::text
     from generate_series(1, 60) i`);
  await page.reload();
  await waitForSummary(page, '60 entries, newest first');
  const first = page.getByRole('article').first();
  await first.getByText(/^Retried job .* of reports$/).waitFor();
  await first.getByText('by rudolph', { exact: false }).waitFor();
  expect(await sticksOut(page)).toEqual([]);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect.poll(() => queryOf(page)).toBe('?log=queues&page=2');
  await page.getByLabel('Queue', { exact: true }).selectOption('analytics');
  await waitForSummary(page, '30 entries, newest first');
  await page.getByRole('searchbox', { name: 'Search' }).fill('rudolph');
  await page.keyboard.press('Enter');
  await waitForSummary(page, '2 entries, newest first');
  expect(queryOf(page)).toBe('?log=queues&queue=analytics&q=rudolph');
  await page.goBack();
  await waitForSummary(page, '30 entries, newest first');
  await page.getByLabel('Queue', { exact: true }).selectOption('membership');
  await page.getByText('No matching entries found').waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  await waitForSummary(page, '60 entries, newest first');
  await page.goto('/admin/audit-log?log=queues&page=99');
  await expect.poll(() => queryOf(page)).toBe('?log=queues&page=3');
  await page.getByRole('button', { name: 'Reports', exact: true }).click();
  await expect.poll(() => queryOf(page)).toBe('');
  await page.getByLabel('Action').waitFor();
});

// Last, since it stops the service.
test('a log that cannot be loaded and a failed restoration show errors', async () => {
  await web.report({ username: 'stranded_elf' });
  const { page } = await visitAsAdmin(web, '/admin');
  await deleteAs(page, 'stranded_elf');
  await openLog(page);
  const restore = entry(page, /@stranded_elf/).getByRole('button', { name: /^Restore/ });
  await restore.waitFor();
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to fetch the log' });
  await whileDown(web, 'reports', async () => {
    await restore.click();
    await waitForToast(page, 'Restore failed');
    await page.getByLabel('Action').selectOption('Deletion');
    await alert.waitFor();
  });
  await alert.getByRole('button', { name: 'Try again' }).click();
  await restore.click();
  await waitForToast(page, 'Restored');
});
