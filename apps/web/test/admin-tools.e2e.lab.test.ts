import { readFileSync } from 'node:fs';
import { submitReport } from '@naughty-list/contracts/reports';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import type { Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { ADMIN, confirmDeletion, logIn, visitAsAdmin, waitForSummary, withAdmin } from './admin-parts.ts';
import { sticksOut, waitForToast } from './page-parts.ts';
import { PHONE, startWeb } from './web-under-test.ts';

// So that reports can come from several networks.
const web = closeAfterAll(await startWeb({ ...withAdmin, TRUST_PROXY: '1' }));

/** Usernames of the visible rows, in order. */
const names = (page: Page) =>
  page.getByRole('article').evaluateAll((rows) => rows.map((row) => row.ariaLabel));
test('a flood of reports is counted by time and source, deleted together and restored; errors are at their fields', async () => {
  const reportFrom = (address: string, username: string) => {
    const twitterUrl = `https://x.com/${username}/status/1`;
    const body = { twitterUrl, username, description: 'Sold us a sleigh that was never built.' };
    return web.api.call(submitReport, { body }, { headers: { 'x-forwarded-for': address } });
  };
  const first = await reportFrom('198.51.100.1', 'flood_1');
  for (const username of ['flood_2', 'flood_3']) await reportFrom('198.51.100.1', username);
  await reportFrom('203.0.113.2', 'flood_bystander');
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
  await form.getByText('The network this report came from is no longer known').waitFor();
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
  await form.getByText('Enter a start and an end, with the start first').waitFor();
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
  await page.getByText('Export or erase data about an account').click();
  const form = page.getByRole('form', { name: 'Export or erase data about an account' });
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
  expect(await web.listedNames()).not.toContain('forget_this_elf');
  await press('Export');
  await form.getByText('No entry has this name or number.').waitFor();
  expect(complaints).toEqual([expect.stringMatching(/status of 404 .*personal-data/)]);
});

test('a payment with a wrong memo is found at the desk, explained, and settled by hand', async () => {
  const { id } = await web.report({ username: 'memo_elf' });
  const hash = await web.burn({ memo: 'LISTBURN999999' });
  const { page } = await visitAsAdmin(web, '/admin/payments', { complains: /\/remove-by-burn/ });
  await page.getByLabel('Find a payment').fill(hash);
  await page.getByLabel('Find a payment').press('Enter');
  // The payer’s preview would be refused, which claims nothing.
  await page.getByLabel('For report number').fill(String(id));
  await page.getByRole('button', { name: 'Claim it' }).click();
  const payment = page.getByRole('article', { name: `Removal of report #${id}` });
  await payment.getByText('Refused').waitFor();
  const rules = payment.getByRole('list', { name: 'What each rule found' });
  await rules.getByText('The transaction succeeded: yes').waitFor();
  await rules.getByText('The payment is meant for this report: no').waitFor();
  await payment.getByRole('button', { name: 'Settle by hand' }).click();
  const reason = payment.getByLabel('Reason');
  await reason.fill('because');
  await payment.getByRole('button', { name: 'Send' }).click();
  await payment.getByText('Write at least 10 characters.').waitFor();
  await page.screenshot({ path: 'apps/web/test/screens/admin-payments.png', fullPage: true });
  await reason.fill('The payer mistyped the memo, and signed for it by mail.');
  await payment.getByRole('button', { name: 'Send' }).click();
  await waitForToast(page, 'Payment settled');
  await payment.getByText('Settled by hand').waitFor();
  expect(await payment.getByRole('button', { name: 'Settle by hand' }).count()).toBe(0);
  expect(await web.listedNames()).not.toContain('memo_elf');

  await page.goto('/admin/audit-log');
  const entry = page.getByRole('article', {
    name: `Settled a payment for scammer report #${id} about @memo_elf`,
  });
  await entry.getByText('The payer mistyped the memo').waitFor();
});

const FAILED = '/queue/reports?status=failed';

// A job without a service's signature fails at once.
await web.sql(`select bullmq.add_job('reports', 'broken-job', 'apply-burn-verdict', '{"nonsense": true}', '{"attempts": 1}',
     0, 0, extract(epoch from now())::bigint * 1000, 1, null, null, null, null, null, false)`);
await vi.waitFor(async () => expect(await failures()).toBe(1), 120_000);

/** Number of failures of the broken job. */
async function failures(): Promise<number> {
  const [job] = await web.sql<{ attempts: number; state: string }>(
    `select attempts_started as attempts, state from bullmq.job where id = 'broken-job'`,
  );
  return job?.state === 'failed' ? job.attempts : 0;
}

const retry = (page: Page) => page.getByRole('button', { name: 'Retry all' });
const job = (page: Page) => page.getByText('broken-job').first();
test('a visitor who is not an admin gets the login form', async () => {
  const { page } = await web.visit();
  await page.goto('/admin/queues');
  expect(new URL(page.url()).pathname).toBe('/admin');
  await page.getByRole('button', { name: 'Log in' }).waitFor();
});

test('an admin sees queues, counts and jobs', async () => {
  const { page } = await web.visit({ complains: false });
  await logIn(web, page);
  await page.goto('/admin/queues');
  for (const name of ['reports', 'membership', 'analytics', 'chain-verifier'])
    await page.getByText(name, { exact: true }).first().waitFor();
  const rules = () =>
    page.evaluate(() => [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).length);
  expect(await rules()).toBeGreaterThan(100);
  await page.goto(`/admin/queues${FAILED}`);
  await job(page).waitFor();
  await page.getByText('Not signed with INTERNAL_SECRET').first().waitFor();
});

test('an admin retries a job, and is recorded', async () => {
  const { page } = await web.visit();
  await logIn(web, page);
  await page.goto(`/admin/queues${FAILED}`);
  await job(page).waitFor();
  const before = await failures();
  await retry(page).click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect.poll(failures).toBeGreaterThan(before);
  const changes = await web.sql('select admin, change from gateway.admin_log');
  expect(changes).toContainEqual({
    admin: ADMIN.username,
    change: 'PUT /api/queues/reports/retry/failed',
  });
  await page.goto('/admin/audit-log?log=queues');
  const entry = page.getByRole('article', { name: 'Retried all failed jobs of reports' });
  await entry.getByText('by santa', { exact: false }).waitFor();
  await entry.getByText('PUT /api/queues/reports/retry/failed', { exact: true }).waitFor();
  await entry.getByText(': done').waitFor();
});
