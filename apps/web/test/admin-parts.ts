import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { VisitOptions, Visitor, WebUnderTest } from './web-under-test.ts';

export const ADMIN = { username: 'santa', password: 'twelve reindeer fly' };

/** A stack with one admin. */
export const withAdmin = { ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password };

/** Opens a page of the panel, logged in as the admin or another account. */
export async function visitAsAdmin(
  web: WebUnderTest,
  path: string,
  options?: VisitOptions,
  data = ADMIN,
): Promise<Visitor> {
  const visitor = await web.visit(options);
  await logIn(web, visitor.page, data);
  await visitor.page.goto(path);
  await visitor.page.getByRole('heading', { name: 'The Counting-House' }).waitFor();
  return visitor;
}

/** Logs a browser in without the form. */
export async function logIn(web: WebUnderTest, page: Page, data = ADMIN): Promise<void> {
  const headers = { origin: web.stack.url };
  expect((await page.request.post('/api/admin/login', { data, headers })).status()).toBe(200);
}

export async function fillLogin(page: Page, { username, password } = ADMIN): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
}

export const pressLogIn = (page: Page): Promise<void> => page.getByRole('button', { name: 'Log in' }).click();

/** Presses Delete in the open confirmation. */
export const confirmDeletion = (page: Page): Promise<void> =>
  page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();

/** Ends every session, as an expiry would. */
export const endSessions = (web: WebUnderTest): Promise<unknown> => web.sql('delete from gateway.sessions');

/** Inserts `count` scammer reports, one per minute from `<name>_1`, the oldest; every fifth is removed. */
export async function insertReports(web: WebUnderTest, name: string, count: number): Promise<void> {
  await web.sql(
    `with renewed as (update reports.state set version = version + 1)
     insert into reports.scammer_reports (twitter_url, username, scam_category, description, reported_at,
       unique_burn_address, is_removed, removal_tx_hash, burn_transaction_hash)
     select 'https://x.com/' || $1 || '_' || i || '/status/' || i, $1 || '_' || i,
       ('{nft,token,phishing,other}'::text[])[1 + i % 4], 'Took the coal of stocking number ' || i || '.',
       now() - ($2::int - i) * interval '1 minute' - interval '1 day', 'TEST' || $1 || i, i % 5 = 0,
       case when i % 5 = 0 then 'hash' || $1 || i end, case when i % 5 = 0 then 'hash' || $1 || i end
     from generate_series(1, $2::int) i`,
    [name, count],
  );
}

/** Waits for the list's summary text. */
export const waitForSummary = (page: Page, text: string): Promise<void> =>
  page.getByRole('status').filter({ hasText: text }).waitFor();

export const queryOf = (page: Page): string => new URL(page.url()).search;
