import { adminReportTexts } from '@naughty-list/contracts/admin-reports';
import { reportTexts } from '@naughty-list/contracts/report-input';
import { listReports } from '@naughty-list/contracts/reports';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  ADMIN,
  confirmDeletion,
  insertReports,
  queryOf,
  visitAsAdmin,
  waitForSummary,
  withAdmin,
} from './admin-parts.ts';
import { cardOf, sticksOut, toastOf, waitForToast } from './page-parts.ts';
import { PHONE, startSeparateWeb, whileDown } from './web-under-test.ts';

const MANY = 3_000;

const web = closeAfterAll(await startSeparateWeb(withAdmin));

const edit = (page: Page, username: string) =>
  page.getByRole('button', { name: `Edit @${username}`, exact: true }).click();
const remove = (page: Page, username: string) =>
  page.getByRole('button', { name: `Delete @${username}`, exact: true }).click();
const isGone = (page: Page, username: string) => expect.poll(() => cardOf(page, username).count()).toBe(0);
/** Usernames of the visible rows, in order. */
const names = (page: Page) =>
  page.getByRole('article').evaluateAll((rows) => rows.map((row) => row.ariaLabel));

test('edit: badge, counter, both fields; Cancel discards, Save changes the row and the public list', async () => {
  const { id } = await web.report({ username: 'edited_elf' });
  const { page } = await visitAsAdmin(web, '/admin', { complains: false });
  const card = cardOf(page, 'edited_elf');
  await edit(page, 'edited_elf');
  await card.getByText('EDITING', { exact: true }).waitFor();
  await card.getByText('38 of 1,000 characters').waitFor();
  await card.getByLabel('Description').fill('x'.repeat(1_001));
  await card.getByText('1,001 of 1,000 characters').waitFor();
  await card.getByRole('button', { name: 'Cancel' }).click();
  await card.getByText('Sold us a sleigh that was never built.').waitFor();
  expect(await card.getByText('EDITING').count()).toBe(0);

  await edit(page, 'edited_elf');
  await card.getByLabel('Description').fill('Sold us half a sleigh.');
  await card.getByLabel('Link to the post on X').fill('https://twitter.com/edited_elf/status/7');
  await card.getByRole('button', { name: 'Save' }).click();
  await waitForToast(page, 'Saved');
  await card.getByText('Sold us half a sleigh.').waitFor();
  await card.getByRole('link', { name: 'twitter.com/edited_elf/status/7' }).waitFor();
  const row = (await web.api.call(listReports, { query: {} })).find((report) => report.id === id);
  expect(row).toMatchObject({
    description: 'Sold us half a sleigh.',
    twitterUrl: 'https://twitter.com/edited_elf/status/7',
  });
  // An unchanged row has nothing to save.
  await edit(page, 'edited_elf');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => card.getByText('EDITING').count()).toBe(0);
  const [log] = await web.sql<{ count: string }>('select count(*) from reports.audit_log');
  expect(log).toEqual({ count: '1' });
});

test('a nice report gets its seal when it is marked as read', async () => {
  await web.praise({ username: 'unread_hero' });
  const { page } = await visitAsAdmin(web, '/admin/nice-reports?q=unread_hero', { complains: false });
  const seals = async () => {
    await page.goto('/nice-list?search=unread_hero');
    await cardOf(page, 'unread_hero').waitFor();
    return cardOf(page, 'unread_hero').getByText('Praised, not reviewed').count();
  };
  expect(await seals()).toBe(1);
  await page.goto('/admin/nice-reports?q=unread_hero');
  await page.getByRole('button', { name: 'Mark as read @unread_hero' }).click();
  await waitForToast(page, 'Marked as read');
  await cardOf(page, 'unread_hero').getByText('READ', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Mark as read' }).count()).toBe(0);
  expect(await seals()).toBe(0);
});

test('unsaved edits survive another tab, another page and another search', async () => {
  await web.report({ username: 'drafted_elf' });
  const { page } = await visitAsAdmin(web, '/admin');
  await edit(page, 'drafted_elf');
  await cardOf(page, 'drafted_elf').getByLabel('Description').fill('Half of a thought');
  await page.getByRole('tab', { name: 'Audit Log' }).click();
  await page.getByRole('heading', { name: 'Audit Log' }).waitFor();
  await page.getByRole('tab', { name: 'Scammer Reports' }).click();
  const field = cardOf(page, 'drafted_elf').getByLabel('Description');
  expect(await field.inputValue()).toBe('Half of a thought');
});

test('two admins edit one row: the later save is refused, shows the other change, and keeps what was typed', async () => {
  const { id } = await web.report({ username: 'contested_elf' });
  const { page, complaints } = await visitAsAdmin(web, '/admin?q=contested_elf');
  const card = cardOf(page, 'contested_elf');
  await edit(page, 'contested_elf');
  await card.getByLabel('Description').fill('What I typed about the sleigh.');
  const other = await visitAsAdmin(web, '/admin?q=contested_elf');
  await edit(other.page, 'contested_elf');
  const theirs = cardOf(other.page, 'contested_elf');
  await theirs.getByLabel('Description').fill('What the other admin wrote.');
  await theirs.getByLabel('Link to the post on X').fill('https://x.com/contested_elf/status/77');
  await theirs.getByRole('button', { name: 'Save' }).click();
  await waitForToast(other.page, 'Saved');

  await card.getByRole('button', { name: 'Save' }).click();
  await waitForToast(page, 'Not saved', adminReportTexts.changedMeanwhile);
  const note = card.getByRole('status').filter({ hasText: 'What the other admin wrote.' });
  await note.waitFor();
  expect(await card.getByLabel('Description').inputValue()).toBe('What I typed about the sleigh.');
  // The link was not edited here.
  const url = card.getByLabel('Link to the post on X');
  await expect.poll(() => url.inputValue()).toBe('https://x.com/contested_elf/status/77');
  await note.getByRole('button', { name: 'Use this one' }).click();
  expect(await card.getByLabel('Description').inputValue()).toBe('What the other admin wrote.');
  await card.getByLabel('Description').fill('What both of us agreed on.');
  await card.getByRole('button', { name: 'Save' }).click();
  await waitForToast(page, 'Saved');
  const [row] = await web.sql(
    'select description, twitter_url, version from reports.scammer_reports where id = $1',
    [id],
  );
  expect(row).toEqual({
    description: 'What both of us agreed on.',
    twitter_url: 'https://x.com/contested_elf/status/77',
    version: 3,
  });
  expect(complaints).toEqual([expect.stringContaining('409')]);
});

test('delete asks for confirmation; Cancel keeps the report, Delete takes it off the public list, Undo restores it', async () => {
  await web.report({ username: 'deleted_elf' });
  const { page } = await visitAsAdmin(web, '/admin', { complains: false });
  await remove(page, 'deleted_elf');
  const dialog = page.getByRole('alertdialog', { name: 'Delete the report about @deleted_elf?' });
  await dialog.getByText('Its case page goes too, with all its statements.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => dialog.count()).toBe(0);
  expect(await web.listedNames()).toContain('deleted_elf');

  await remove(page, 'deleted_elf');
  await confirmDeletion(page);
  const toast = await waitForToast(page, 'Deleted 1 report');
  await isGone(page, 'deleted_elf');
  expect(await web.listedNames()).not.toContain('deleted_elf');
  await toast.getByRole('button', { name: 'Undo' }).click();
  await waitForToast(page, 'Restored', "It's back in its place.");
  await cardOf(page, 'deleted_elf').waitFor();
  expect(await web.listedNames()).toContain('deleted_elf');
});

test('an undo that cannot restore a report shows why', async () => {
  await web.report({ username: 'twice_elf' });
  const { page } = await visitAsAdmin(web, '/admin?q=twice_elf');
  await remove(page, 'twice_elf');
  await confirmDeletion(page);
  const toast = await waitForToast(page, 'Deleted 1 report');
  await web.report({ username: 'twice_elf', description: 'Reported anew in the meantime.' });
  await toast.getByRole('button', { name: 'Undo' }).click();
  const told = await waitForToast(page, 'Nothing was restored');
  expect(await told.textContent()).toContain('@twice_elf');
});

test('the profile image is refreshed', async () => {
  await web.report({ username: 'faced_elf' });
  const { page } = await visitAsAdmin(web, '/admin');
  await cardOf(page, 'faced_elf').getByRole('button', { name: 'Refresh profile image' }).click();
  await waitForToast(page, 'Profile image refreshed');
  expect(
    await web.sql("select 1 from reports.audit_log where action = 'refresh_profile_image'"),
  ).toHaveLength(1);
});

test('nice reports: edit, delete, undo, and no image to refresh', async () => {
  await web.praise({ username: 'kind_elf' });
  const { page } = await visitAsAdmin(web, '/admin/nice-reports', { complains: false });
  const card = cardOf(page, 'kind_elf');
  await edit(page, 'kind_elf');
  await card.getByLabel('Description').fill('Carried everything up the hill.');
  await card.getByRole('button', { name: 'Save' }).click();
  await waitForToast(page, 'Saved');
  await card.getByText('Carried everything up the hill.').waitFor();
  expect(await card.getByRole('button', { name: 'Refresh profile image' }).count()).toBe(0);
  await remove(page, 'kind_elf');
  await confirmDeletion(page);
  const toast = await waitForToast(page, 'Deleted 1 nice report');
  await isGone(page, 'kind_elf');
  await toast.getByRole('button', { name: 'Undo' }).click();
  await waitForToast(page, 'Restored');
  await card.getByText('Carried everything up the hill.').waitFor();
});

test('an edit cannot take the post of another account: the error is at the link', async () => {
  await web.praise({ username: 'copied_elf' });
  const { page } = await visitAsAdmin(web, '/admin/nice-reports?q=copied_elf');
  const card = cardOf(page, 'copied_elf');
  await edit(page, 'copied_elf');
  await card.getByLabel('Link to the post on X').fill('https://x.com/original_elf/status/24');
  await card.getByRole('button', { name: 'Save' }).click();
  await card.getByText(reportTexts.usernameOfAnother).waitFor();
});

test('a refetched list drops rows that others deleted, and deleting one of them shows an error', async () => {
  const { id } = await web.report({ username: 'vanished_elf' });
  const { page } = await visitAsAdmin(web, '/admin');
  await cardOf(page, 'vanished_elf').waitFor();
  await web.sql('delete from reports.scammer_reports where id = $1', [id]);
  await remove(page, 'vanished_elf');
  await confirmDeletion(page);
  await waitForToast(page, 'Delete failed', 'Could not delete the report');
});

test('a deletion beyond the limit of a day says who may allow it', async () => {
  await web.report({ username: 'one_too_many' });
  const { page } = await visitAsAdmin(web, '/admin');
  const allow = (count: number) =>
    web.sql(
      `insert into reports.audit_log (operation_id, who, action, subject, subject_id, username, details)
       values (gen_random_uuid(), 'rudolph', 'allow_decisions', 'moderator', 0, $1, jsonb_build_object('count', $2::text))`,
      [ADMIN.username, String(count)],
    );
  // Less than none is left of the tests' limit.
  await allow(-100_000);
  await remove(page, 'one_too_many');
  await confirmDeletion(page);
  await waitForToast(page, 'Delete failed', 'another moderator, or you');
  await allow(100_000);
});

test('many rows: pages, search, state and category are in the URL; reload and back restore them', async () => {
  await insertReports(web, 'crowd', MANY);
  const { page } = await visitAsAdmin(web, '/admin?q=crowd_', { complains: false });
  await waitForSummary(page, `Showing 1 to 25 of ${MANY.toLocaleString('en-US')} reports, newest first`);
  expect((await names(page))[0]).toBe(`crowd_${MANY}`);
  await page.getByRole('button', { name: 'Next page' }).click();
  await waitForSummary(page, 'Showing 26 to 50');
  expect(queryOf(page)).toBe('?q=crowd_&page=2');
  await page.getByRole('button', { name: 'Last page' }).click();
  await waitForSummary(page, 'Showing 2,976 to 3,000');
  expect((await names(page)).at(-1)).toBe('crowd_1');
  await page.getByLabel('Page', { exact: true }).fill('60');
  await page.keyboard.press('Enter');
  await waitForSummary(page, 'Showing 1,476 to 1,500');
  await page.reload();
  await waitForSummary(page, 'Showing 1,476 to 1,500');
  await page.goBack();
  await waitForSummary(page, 'Showing 2,976 to 3,000');

  await page.getByLabel('State').selectOption('Removed');
  await waitForSummary(page, 'Showing 1 to 25 of 600 reports');
  const first = page.getByRole('article').first();
  await first.getByText('REMOVED', { exact: true }).waitFor();
  await first.getByText('hashcrowd3000').or(first.getByTitle('hashcrowd3000')).first().waitFor();
  await first.getByRole('link', { name: 'Explorer' }).waitFor();
  await page.getByLabel('Category').selectOption('Phishing');
  await waitForSummary(page, 'of 150 reports');
  expect(queryOf(page)).toBe('?q=crowd_&state=removed&category=phishing');
  await page.getByLabel('State').selectOption('Listed');
  await waitForSummary(page, 'of 600 reports');
  expect(await page.getByText('REMOVED', { exact: true }).count()).toBe(0);

  await page.getByRole('searchbox', { name: 'Search' }).fill('no such grinch');
  await page.keyboard.press('Enter');
  await page.getByText('No matching reports found').waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('article').first().waitFor();
  expect(queryOf(page)).toBe('');
  await page.getByRole('searchbox', { name: 'Search' }).fill('number 1234.');
  await page.keyboard.press('Enter');
  await waitForSummary(page, 'of 1 report');
  expect(await names(page)).toEqual(['crowd_1234']);
  await page.goto('/admin?page=99999&state=nonsense');
  await waitForSummary(page, 'Showing');
  expect(queryOf(page)).toMatch(/page=1\d\d/);
});

test('the period filter of both lists is in the URL with page and search, and restored on back; by keyboard, and on a phone', async () => {
  await web.sql(`insert into reports.nice_reports (twitter_url, username, description, reported_at)
     select 'https://x.com/aged_' || i || '/status/' || i, 'aged_' || i, 'Was kind ' || i || ' times.',
       now() - case when i <= 30 then i * interval '1 minute' else (i - 30) * interval '5 days' end
     from generate_series(1, 38) i`);
  const { page } = await visitAsAdmin(web, '/admin/nice-reports?q=aged_', {
    complains: false,
    viewport: PHONE,
  });
  await waitForSummary(page, 'Showing 1 to 25 of 38 nice reports, newest first');
  const field = page.getByLabel('Reported', { exact: true });
  await page.getByRole('searchbox', { name: 'Search' }).focus();
  const isFocused = () => field.evaluate((element) => element === document.activeElement);
  // Skips the search buttons.
  for (let presses = 0; presses < 3 && !(await isFocused()); presses++) await page.keyboard.press('Tab');
  expect(await isFocused()).toBe(true);
  await page.keyboard.press('ArrowDown');
  await waitForSummary(page, 'Showing 1 to 25 of 30 nice reports');
  expect(queryOf(page)).toBe('?q=aged_&reported=24h');
  expect(await sticksOut(page)).toEqual([]);
  await page.getByRole('button', { name: 'Next page' }).click();
  await waitForSummary(page, 'Showing 26 to 30 of 30 nice reports');
  expect(await names(page)).toEqual([26, 27, 28, 29, 30].map((number) => `aged_${number}`));
  await field.selectOption('Last 7 days');
  await waitForSummary(page, 'Showing 1 to 25 of 31 nice reports');
  expect(queryOf(page)).toBe('?q=aged_&reported=7d');
  await field.selectOption('Last 30 days');
  await waitForSummary(page, 'of 35 nice reports');
  await page.goBack();
  await waitForSummary(page, 'of 31 nice reports');
  await page.reload();
  await waitForSummary(page, 'of 31 nice reports');
  expect(await field.inputValue()).toBe('7d');

  await insertReports(web, 'lately', 3);
  await web.sql(
    "update reports.scammer_reports set reported_at = now() - interval '1 hour' where username = 'lately_2'",
  );
  await page.goto('/admin?q=lately_&reported=nonsense');
  await waitForSummary(page, 'of 3 reports');
  await field.selectOption('Last 24 hours');
  await waitForSummary(page, 'of 1 report,');
  expect(await names(page)).toEqual(['lately_2']);
  await page.getByLabel('State').selectOption('Removed');
  await page.getByText('No matching reports found').waitFor();
  expect(queryOf(page)).toBe('?q=lately_&reported=24h&state=removed');
  expect(await sticksOut(page)).toEqual([]);
});

test('reports selected on two pages are confirmed by name, deleted and restored together', async () => {
  await insertReports(web, 'bulk', 60);
  const { page } = await visitAsAdmin(web, '/admin?q=bulk_', { complains: false });
  await page.getByLabel('Select @bulk_60', { exact: true }).check();
  await page.getByLabel('Select @bulk_58', { exact: true }).check();
  await page.getByText('2 selected', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Next page' }).click();
  await waitForSummary(page, 'Showing 26 to 50');
  await page.getByLabel('All on this page').check();
  await page.getByText('27 selected, 2 elsewhere').waitFor();
  await page.getByRole('button', { name: 'Delete selected' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete 27 reports?' });
  expect(await dialog.textContent()).toMatch(/@bulk_60 \(#\d+\), @bulk_58 .* and 19 more/);
  await confirmDeletion(page);
  const toast = await waitForToast(page, 'Deleted 27 reports');
  await waitForSummary(page, 'of 33 reports');
  await toast.getByRole('button', { name: 'Undo' }).click();
  await waitForToast(page, 'Restored', 'All 27 restored.');
  await waitForSummary(page, 'of 60 reports');
  const [log] = await web.sql<{ count: string }>(
    "select count(distinct operation_id) from reports.audit_log where username like 'bulk%' and action = 'delete'",
  );
  expect(log).toEqual({ count: '1' });
});

test('deleting the last row of the last page shows the page before', async () => {
  await insertReports(web, 'edge', 26);
  const { page } = await visitAsAdmin(web, '/admin?q=edge_&page=2');
  await remove(page, 'edge_1');
  await confirmDeletion(page);
  await waitForToast(page, 'Deleted 1 report');
  await waitForSummary(page, 'Showing 1 to 25 of 25 reports');
  expect(queryOf(page)).toBe('?q=edge_');
});

test('a long text is folded and can be opened; the longest words and other scripts fit a phone', async () => {
  const long = `Begins here. ${'Then more came. '.repeat(40)}Ends here.`;
  await web.report({ username: 'folded_elf', description: long });
  await web.report({ username: 'wordy_elf', description: 'w'.repeat(1_000) });
  await web.report({ username: 'rtl_elf', description: 'هذا الشخص محتال سرق أموالي ثم اختفى مع المال كله' });
  const { page } = await visitAsAdmin(web, '/admin', { complains: false, viewport: PHONE });
  const card = cardOf(page, 'folded_elf');
  await card.getByRole('button', { name: 'Show all' }).click();
  await card.getByRole('button', { name: 'Show less' }).click();
  await edit(page, 'wordy_elf');
  await cardOf(page, 'wordy_elf').getByText('1,000 of 1,000 characters').waitFor();
  expect(await sticksOut(page)).toEqual([]);
});

// Last, since it stops the service.
test('while the service is down, every action shows an error, the lists have a retry, and no input is lost', async () => {
  await web.report({ username: 'stormy_elf' });
  await web.praise({ username: 'stormy_friend' });
  const scammers = await visitAsAdmin(web, '/admin?q=stormy');
  const heroes = await visitAsAdmin(web, '/admin/nice-reports?q=stormy');
  await cardOf(scammers.page, 'stormy_elf').waitFor();
  await cardOf(heroes.page, 'stormy_friend').waitFor();
  const lists = [
    {
      ...scammers,
      name: 'stormy_elf',
      remove: 'Could not delete the report',
      edit: 'Could not update the report',
    },
    {
      ...heroes,
      name: 'stormy_friend',
      remove: 'Failed to delete nice report',
      edit: 'Failed to update nice report',
    },
  ];
  const { page } = scammers;
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to fetch reports' });
  await whileDown(web, 'reports', async () => {
    for (const list of lists) {
      await remove(list.page, list.name);
      await confirmDeletion(list.page);
      await waitForToast(list.page, 'Delete failed', list.remove);
      await edit(list.page, list.name);
      const description = cardOf(list.page, list.name).getByLabel('Description');
      await description.fill('Typed into the storm.');
      await cardOf(list.page, list.name).getByRole('button', { name: 'Save' }).click();
      await waitForToast(list.page, 'Update failed', list.edit);
      expect(await description.inputValue()).toBe('Typed into the storm.');
    }
    await cardOf(page, 'stormy_elf').getByRole('button', { name: 'Cancel' }).click();
    await cardOf(page, 'stormy_elf').getByRole('button', { name: 'Refresh profile image' }).click();
    await waitForToast(page, 'Refresh failed', 'Could not refresh profile image');
    await page.getByLabel('State').selectOption('Listed');
    await alert.waitFor();
  });

  await alert.getByRole('button', { name: 'Try again' }).click();
  await cardOf(page, 'stormy_elf').waitFor();
  await cardOf(heroes.page, 'stormy_friend').getByRole('button', { name: 'Save' }).click();
  await waitForToast(heroes.page, 'Saved');
  expect(await toastOf(heroes.page).count()).toBe(1);
});
