import { listNiceReports } from '@naughty-list/contracts/nice-reports';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, test } from 'vitest';
import { visitAsAdmin, withAdmin } from './admin-parts.ts';
import { cardOf, sendReport, waitForToast } from './page-parts.ts';
import { PHONE, startWeb } from './web-under-test.ts';

const web = closeAfterAll(await startWeb({ ...withAdmin, HOLD_REPORTS_ABOVE_PER_MINUTE: '1' }));
// With a time in the future, these reports count as just listed: all further ones are held.
await web.report({ username: 'listed_grinch' });
await web.sql("update reports.contributions set at = now() + interval '1 hour'");

test('a held report says that it is checked first, and is not on the list', async () => {
  const { page } = await web.visit({ complains: false });
  await sendReport(page, {
    url: 'https://x.com/held_grinch/status/1',
    description: 'Stole every present in town.',
  });
  const toast = await waitForToast(page, 'Report Submitted Successfully!');
  await toast.getByText('Santa will check this one before it goes on the Naughty List').waitFor();
  expect(await toast.getByText('now live').count()).toBe(0);
  expect(await web.listedNames()).not.toContain('held_grinch');
});

test('an admin finds held reports, publishes one or several, and sees which could not be published', async () => {
  for (const username of ['held_one', 'held_two', 'held_three']) await web.report({ username });
  await web.report({ username: 'Held_Two', description: 'Sold the same sleigh a second time.' });
  await web.report({ username: 'held_phone', description: 'His number is +1 202-555-0143, ask him.' });
  const { page } = await visitAsAdmin(web, '/admin?state=held', { complains: false });
  await cardOf(page, 'held_one').getByText('HELD', { exact: true }).waitFor();
  await cardOf(page, 'held_one')
    .getByText(
      'because its network sent many entries at once, or many like it came in about the same account',
    )
    .waitFor();
  await cardOf(page, 'held_phone').getByText('because its text may contain private data').waitFor();
  await page.getByRole('button', { name: 'Publish @held_one', exact: true }).click();
  await waitForToast(page, 'Published 1 report');
  await expect.poll(() => cardOf(page, 'held_one').count()).toBe(0);
  expect(await web.listedNames()).toContain('held_one');

  for (const name of ['held_two', 'Held_Two', 'held_three'])
    await page.getByRole('checkbox', { name: `Select @${name}`, exact: true }).check();
  await page.getByRole('button', { name: 'Publish selected' }).click();
  await (await waitForToast(page, 'Published 2 reports'))
    .getByText('is already on the Naughty List')
    .waitFor();
  await expect.poll(() => cardOf(page, 'held_three').count()).toBe(0);
  expect(await web.listedNames()).toEqual(expect.arrayContaining(['held_two', 'held_three']));
  await cardOf(page, 'Held_Two').waitFor();

  await page.goto('/admin/audit-log');
  await page.getByRole('article', { name: 'Published 2 scammer reports' }).waitFor();
});

test('an admin finds held nice reports, and publishes them', async () => {
  expect(await web.praise({ username: 'held_elf' })).toMatchObject({ held: true });
  const { page } = await visitAsAdmin(web, '/admin/nice-reports?state=held', { complains: false });
  await cardOf(page, 'held_elf').getByText('HELD', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Publish @held_elf', exact: true }).click();
  await waitForToast(page, 'Published 1 nice report');
  const praised = await web.api.call(listNiceReports, { query: {} });
  expect(praised.map(({ username }) => username)).toEqual(['held_elf']);
});

test('on a phone, a selection moves no row, and its buttons break no word', async () => {
  await web.report({ username: 'held_pocket' });
  const { page } = await visitAsAdmin(web, '/admin?state=held', { viewport: PHONE });
  const select = page.getByRole('checkbox', { name: 'Select @held_pocket', exact: true });
  const top = () =>
    cardOf(page, 'held_pocket').evaluate((row) => row.getBoundingClientRect().top + window.scrollY);
  for (const width of [PHONE.width, 360]) {
    await page.setViewportSize({ ...PHONE, width });
    await select.uncheck();
    const before = await top();
    await select.check();
    expect([width, await top()]).toEqual([width, before]);
    for (const name of ['Clear selection', 'Publish selected', 'Delete selected']) {
      const button = await page.getByRole('button', { name, exact: true }).boundingBox();
      expect([width, name, button?.height]).toEqual([width, name, 48]);
    }
  }
});
