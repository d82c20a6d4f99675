import { readFileSync } from 'node:fs';
import { listReports, submitReport } from '@naughty-list/contracts/reports';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { confirmDeletion, visitAsAdmin, waitForSummary, withAdmin } from './admin-parts.ts';
import { sticksOut, waitForToast } from './page-parts.ts';
import { PHONE, startWeb } from './web-under-test.ts';

// So that reports can come from several networks.
const web = closeAfterAll(await startWeb({ ...withAdmin, TRUST_PROXY: '1' }));

/** Usernames of the visible rows, in order. */
const names = (page: Page) =>
  page.getByRole('article').evaluateAll((rows) => rows.map((row) => row.ariaLabel));
const publicNames = async () =>
  (await web.api.call(listReports, { query: {} })).map(({ username }) => username);

test('a flood of reports is counted by time and source, deleted together and restored; errors are at their fields', async () => {
  const reportFrom = (address: string, username: string) => {
    const twitterUrl = `https://x.com/${username}/status/1`;
    const body = { twitterUrl, username, description: 'Sold us a sleigh that was never built.' };
    return web.api.call(submitReport, { body }, { headers: { 'x-forwarded-for': address } });
  };
  const first = await reportFrom('198.51.100.1', 'flood_1');
  for (const username of ['flood_2', 'flood_3']) await reportFrom('198.51.100.1', username);
  await reportFrom('198.51.100.2', 'flood_bystander');
  const { page, complaints } = await visitAsAdmin(web, '/admin?q=flood_');
  await waitForSummary(page, 'of 4 reports');
  await page.getByText('Bulk delete by date and source').click();
  const form = page.getByRole('form', { name: 'Bulk delete by date and source' });
  const press = (name: string) => form.getByRole('button', { name }).click();
  const source = form.getByLabel('Same source as report #');
  expect(await form.getByRole('button', { name: 'Delete matching' }).getAttribute('aria-disabled')).toBe(
    'true',
  );
  await source.fill('elves');
  await press('Count');
  await form.getByText('Enter a report number, such as 12').waitFor();
  await source.fill('2147483647');
  await press('Count');
  await form.getByText('The network of this report is no longer known').waitFor();
  await source.fill(`#${first.id}`);
  await press('Count');
  await form.getByText('3 reports match').waitFor();
  await press('Delete matching');
  await page.getByRole('alertdialog', { name: 'Delete 3 reports?' }).waitFor();
  await confirmDeletion(page);
  const toast = await waitForToast(page, 'Deleted 3 reports');
  await waitForSummary(page, 'of 1 report,');
  expect(await names(page)).toEqual(['flood_bystander']);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await waitForToast(page, 'Restored', 'All 3 restored.');
  await waitForSummary(page, 'of 4 reports');
  await form.getByLabel('Until').fill('2020-01-01T00:00');
  await press('Count');
  await form.getByText('Enter a start and an end, the start first').waitFor();
  await form.getByLabel('Reported from').fill('2019-12-31T00:00');
  await press('Count');
  await form.getByText('0 reports match').waitFor();
  // The browser logs the rejected request itself.
  expect(complaints).toEqual([expect.stringMatching(/status of 400 .*delete-matching$/)]);
});

test('an account is exported as a file, and permanently erased', async () => {
  await web.report({ username: 'forget_this_elf' });
  const { page, complaints } = await visitAsAdmin(web, '/admin?q=forget_this', { viewport: PHONE });
  await waitForSummary(page, 'of 1 report,');
  await page.getByText('Export or erase an account').click();
  const form = page.getByRole('form', { name: 'Export or erase an account' });
  const press = (name: string) => form.getByRole('button', { name }).click();
  await press('Erase');
  await form.getByText('Enter a handle').waitFor();
  await form.getByLabel('Handle').fill('@Forget_This_Elf');
  const downloading = page.waitForEvent('download');
  await press('Export');
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('naughty-list-Forget_This_Elf.json');
  expect(readFileSync(await file.path(), 'utf8')).toContain('forget_this_elf');
  expect(await sticksOut(page)).toEqual([]);
  await press('Erase');
  const dialog = page.getByRole('alertdialog', { name: 'Erase everything about @Forget_This_Elf?' });
  await dialog.getByRole('button', { name: 'Erase', exact: true }).click();
  await waitForToast(page, 'Erased', '1 report, 0 nice reports, 0 audit log entries');
  await page.getByText('No matching reports found').waitFor();
  expect(await publicNames()).not.toContain('forget_this_elf');
  await press('Export');
  await form.getByText('No data is stored about this.').waitFor();
  expect(complaints).toEqual([expect.stringMatching(/status of 404 .*personal-data/)]);
});
