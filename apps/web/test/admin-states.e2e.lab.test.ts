import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  confirmDeletion,
  endSessions,
  insertReports,
  pressLogIn,
  visitAsAdmin,
  waitForSummary,
  withAdmin,
} from './admin-parts.ts';
import { cardOf, toastOf, waitForToast } from './page-parts.ts';
import { PHONE, startWeb } from './web-under-test.ts';
import { expectWhole } from './whole-page.ts';

const web = closeAfterAll(await startWeb(withAdmin));
await insertReports(web, 'crowd', 30);
await web.report({ username: 'wordy_elf', description: 'w'.repeat(1_000) });
await web.report({ username: 'other_elf' });
await web.praise({ username: 'kind_elf', description: `Kind to all. ${'And again. '.repeat(40)}` });

const failing = (page: Page) =>
  page.route('**/api/admin/{reports,nice-reports,audit-log,analytics}**', (route) =>
    route.fulfill({
      status: 503,
      json: { code: 'service_unavailable', message: 'The elves are on strike.' },
    }),
  );

const states: { state: string; path: string; reach: (page: Page) => Promise<unknown> }[] = [
  { state: 'list', path: '/admin?q=_elf', reach: (page) => cardOf(page, 'wordy_elf').waitFor() },
  {
    state: 'removed rows',
    path: '/admin?state=removed&q=crowd_1',
    reach: (page) => page.getByText('REMOVED', { exact: true }).first().waitFor(),
  },
  {
    state: 'editing, with errors',
    path: '/admin?q=other_elf',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Edit @other_elf' }).click();
      const card = cardOf(page, 'other_elf');
      await card.getByLabel('Description').fill('x'.repeat(1_001));
      await card.getByLabel('Link to the post on X').fill('nonsense');
      await card.getByRole('button', { name: 'Save' }).click();
      await card.getByText('Description is too long').waitFor();
    },
  },
  {
    state: 'many chosen',
    path: '/admin?q=crowd_&page=2',
    reach: (page) => page.getByLabel('All on this page').check(),
  },
  {
    state: 'dialog',
    path: '/admin?q=crowd_1',
    reach: async (page) => {
      await page.getByLabel('All on this page').check();
      await page.getByRole('button', { name: 'Delete selected' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    state: 'nothing found',
    path: '/admin?q=zzzz',
    reach: (page) => page.getByText('No matching reports found').waitFor(),
  },
  {
    state: 'list failing',
    path: '/admin',
    reach: async (page) => {
      await failing(page);
      await page.reload();
      await page.getByRole('alert').getByText('The elves are on strike.').waitFor();
    },
  },
  {
    state: 'praises, a long one open',
    path: '/admin/nice-reports',
    reach: (page) => cardOf(page, 'kind_elf').getByRole('button', { name: 'Show all' }).click(),
  },
  {
    state: 'analytics, tables open',
    path: '/admin/analytics',
    reach: async (page) => {
      await page.getByRole('img', { name: /Visits in the last 30 days/ }).waitFor();
      for (const opener of await page.getByText('Show as a table').all()) await opener.click();
      await page
        .getByRole('region', { name: /^Top Pages/ })
        .getByText(/No visits|1\./)
        .waitFor();
    },
  },
  {
    state: 'tools with errors',
    path: '/admin?q=wordy_elf',
    reach: async (page) => {
      await page.getByText('Bulk delete by date and source').click();
      await page.getByLabel('Same source as report #').fill('elves');
      await page.getByRole('button', { name: 'Count', exact: true }).click();
      await page.getByText('Enter a report number, such as 12').waitFor();
      await page.getByText('Export or erase data about an account').click();
      await page.getByRole('button', { name: 'Erase', exact: true }).click();
      await page.getByText('Enter a handle').waitFor();
    },
  },
  {
    state: 'analytics failing',
    path: '/admin',
    reach: async (page) => {
      await failing(page);
      await page.getByRole('tab', { name: 'Site Analytics' }).click();
      await page.getByText('Failed to fetch top referrers').waitFor();
    },
  },
  {
    state: 'audit log with changes',
    path: '/admin',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Edit @other_elf' }).click();
      const description = cardOf(page, 'other_elf').getByLabel('Description');
      await description.fill(`${await description.inputValue()} Twice.`);
      await cardOf(page, 'other_elf').getByRole('button', { name: 'Save' }).click();
      await waitForToast(page, 'Saved');
      await page.getByRole('searchbox', { name: 'Search' }).fill('crowd_');
      await page.keyboard.press('Enter');
      await waitForSummary(page, ' of ');
      await page
        .getByRole('button', { name: /^Delete @crowd_/ })
        .first()
        .click();
      await confirmDeletion(page);
      await waitForToast(page, 'Deleted 1 report');
      await page.getByRole('tab', { name: 'Audit Log' }).click();
      await page
        .getByRole('article', { name: /^Edited/ })
        .first()
        .waitFor();
    },
  },
  {
    state: 'log without a match',
    path: '/admin/audit-log?q=zzzz',
    reach: (page) => page.getByText('No matching entries found').waitFor(),
  },
  {
    state: 'login after a session, with errors',
    path: '/admin?q=wordy_elf',
    reach: async (page) => {
      await cardOf(page, 'wordy_elf').waitFor();
      await endSessions(web);
      await page.getByRole('tab', { name: 'Audit Log' }).click();
      await page.getByText('Your session has ended.').waitFor();
      await pressLogIn(page);
      await page.getByText('Password is required').waitFor();
    },
  },
];

test.each(states)('$state fits every width', async ({ state, path, reach }) => {
  const { page } = await visitAsAdmin(web, path, { viewport: PHONE });
  await reach(page);
  // Toasts time out; one that is shown is closed at once.
  const close = toastOf(page).getByRole('button', { name: 'Close', exact: true });
  await close.evaluateAll((buttons) => {
    for (const button of buttons) (button as HTMLButtonElement).click();
  });
  await expect.poll(() => toastOf(page).count()).toBe(0);
  await expectWhole(page, state, '.paper');
});
