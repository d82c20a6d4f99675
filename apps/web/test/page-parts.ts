import type { Locator, Page } from 'playwright-core';

/** The entry of a username in the list. */
export const cardOf = (page: Page, username: string): Locator =>
  page.getByRole('article', { name: username, exact: true });

/** Opens an entry and its removal form. */
export async function openRemoval(page: Page, username: string): Promise<Locator> {
  const card = cardOf(page, username);
  await card.getByRole('button', { name: username, exact: true }).click();
  await card.getByRole('button', { name: 'Remove Report' }).click();
  return card;
}

export async function verify(card: Locator, hash: string): Promise<void> {
  await card.getByLabel('Transaction hash').fill(hash);
  await card.getByRole('button', { name: 'Verify & Remove' }).click();
}

/** What the current toast says, as one line. */
export const toastOf = (page: Page): Locator =>
  page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem');

export async function waitForToast(page: Page, title: string, description?: string): Promise<Locator> {
  const toast = toastOf(page).filter({ has: page.getByText(title, { exact: true }) });
  await toast.waitFor();
  if (description !== undefined) await toast.getByText(description).waitFor();
  return toast;
}

/** Solves the sum that the form asks. */
export async function solveCaptcha(page: Page): Promise<void> {
  await page.getByLabel('Prove you are no bot').fill(String(await captchaAnswer(page)));
}

export async function captchaAnswer(page: Page): Promise<number> {
  const label = await page.getByText('Prove you are no bot').textContent();
  const [, left, operator, right] = /(\d+) ([-+*]) (\d+)/.exec(label ?? '') ?? [];
  const [a, b] = [Number(left), Number(right)];
  if (operator === '+') return a + b;
  return operator === '-' ? a - b : a * b;
}

export type ReportFields = { url: string; description: string };

export async function fillReport(page: Page, { url, description }: ReportFields): Promise<void> {
  await page.getByLabel('Link to the post on X').fill(url);
  await page.getByLabel('What happened?').fill(description);
}

/** How far the page can be scrolled sideways, in pixels. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** A page is there, as it was written, before it listens; it says when all of it does. */
export const waitUntilAlive = (page: Page): Promise<void> =>
  page.locator('html[data-alive=yes]').waitFor({ state: 'attached' });
