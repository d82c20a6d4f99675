import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page, Response } from 'playwright-core';
import { expect, inject } from 'vitest';
import type {} from './build-web.ts';

/** Opens the page that the gateway serves while it cannot load the list. */
export async function openWithoutList(page: Page, path: '/' | '/nice-list'): Promise<void> {
  const file = path === '/' ? 'index.html' : `${path}.html`;
  const isPage = ({ pathname, search }: URL) => pathname === path && search === '';
  await page.route(isPage, (route) => route.fulfill({ path: join(inject('webRoot'), file) }));
  await page.goto(path);
  await page.unroute(isPage);
}

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

/** The same, from the home page. */
export async function visitRemoval(page: Page, username: string): Promise<Locator> {
  await page.goto('/');
  return openRemoval(page, username);
}

export async function verify(card: Locator, hash: string): Promise<void> {
  await card.getByLabel('Transaction hash').fill(hash);
  await card.getByRole('button', { name: 'Verify & Remove' }).click();
}

/** The current toast. */
export const toastOf = (page: Page): Locator =>
  page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem');

export async function waitForToast(page: Page, title: string, description?: string): Promise<Locator> {
  const toast = toastOf(page).filter({ has: page.getByText(title, { exact: true }) });
  // One wait for title and description, since a toast closes after five seconds.
  await (description === undefined ? toast : toast.filter({ hasText: description })).waitFor();
  return toast;
}

/** Solves the form's captcha. */
export async function solveCaptcha(page: Page): Promise<void> {
  await page.getByLabel("Prove you're not a bot").fill(String(await captchaAnswer(page)));
}

export async function captchaAnswer(page: Page): Promise<number> {
  return captchaAnswerOf((await page.getByText("Prove you're not a bot").textContent()) ?? '');
}

export function captchaAnswerOf(text: string): number {
  const [, left, operator, right] = /(\d+) ([-+×]) (\d+)/.exec(text) ?? [];
  const [a, b] = [Number(left), Number(right)];
  if (operator === '+') return a + b;
  return operator === '-' ? a - b : a * b;
}

export type ReportFields = { url: string; description: string };

export async function fillReport(page: Page, { url, description }: ReportFields): Promise<void> {
  await page.getByLabel('Link to the post on X').fill(url);
  await page.getByLabel('What happened?').fill(description);
}

/** Sends a report with the form. */
export async function sendReport(page: Page, fields: ReportFields): Promise<void> {
  await page.goto('/?view=report');
  await fillReport(page, fields);
  await solveCaptcha(page);
  await page.getByRole('button', { name: 'Submit Report' }).click();
}

/**
 * Elements wider than the window, as text; empty if all fit. The page clips its overflow, so scrolling would not reveal
 * it: each element's box is checked. Horizontal scrollers may be wider, and art may overflow.
 */
export const sticksOut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const isInScroller = (element: Element): boolean => {
      const parent = element.parentElement;
      if (!parent || parent.tagName === 'MAIN') return false;
      return /auto|scroll/.test(getComputedStyle(parent).overflowX) || isInScroller(parent);
    };
    const outside = [...document.querySelectorAll('main *')].filter((element) => {
      const { left, right, width, height } = element.getBoundingClientRect();
      if (width === 0 || height === 0 || (left >= -1 && right <= clientWidth + 1)) return false;
      const isSeen = element.checkVisibility({ visibilityProperty: true });
      return isSeen && !element.closest('[aria-hidden=true]') && !isInScroller(element);
    });
    const words = outside.map((element) => {
      const { left, right } = element.getBoundingClientRect();
      return `from ${Math.round(left)} to ${Math.round(right)} of ${clientWidth}: ${element.outerHTML.slice(0, 120)}`;
    });
    return scrollWidth > clientWidth
      ? [`the page is ${scrollWidth} of ${clientWidth} wide`, ...words]
      : words;
  });

/** Words of the tables that are broken across lines. */
export const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.querySelector('main') as Node, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement?.closest('table')) continue;
      for (const { index, 0: word } of (node.textContent ?? '').matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
      }
    }
    return broken;
  });

/**
 * Violations that axe finds in the page: rules and elements. Legacy mode, which is enough without frames, does not open
 * a second page to merge the results of frames, which would double the time.
 */
export async function axeViolations(page: Page): Promise<[rule: string, elements: string[]][]> {
  const builder = new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1);
  const { violations } = await builder.analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

/** Waits for all finite animations, since axe misreads colours during fade-ins. */
export const untilStill = (page: Page): Promise<void> =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished),
    ).then(() => undefined),
  );

/** Expects no violation and nothing that sticks out, now or at each of these sizes. */
export async function expectSound(
  page: Page,
  where = page.url(),
  sizes = [page.viewportSize()],
): Promise<void> {
  for (const size of sizes) {
    if (size) await page.setViewportSize(size);
    await untilStill(page);
    expect(await axeViolations(page), `${where}, ${size?.width} wide`).toEqual([]);
    expect(await sticksOut(page), `${where}, ${size?.width} wide`).toEqual([]);
  }
}

/** Collects the page's calls to paths that begin with this: `GET /api/hit-counter`. */
export function callsOf(page: Page, start = '/api/'): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith(start)) calls.push(`${request.method()} ${pathname}${search}`);
  });
  return calls;
}

/** Opens a page, and waits until it is hydrated. */
export async function load(page: Page, path: string): Promise<Response | null> {
  const answer = await page.goto(path);
  await waitUntilAlive(page);
  return answer;
}

/** Waits until the prerendered page is hydrated. */
export const waitUntilAlive = (page: Page): Promise<void> =>
  page.locator('html[data-alive=yes]').waitFor({ state: 'attached' });

/** The society's dialog. */
export const societyOf = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Secret Sausage Society' });

/** Opens the society's dialog from the home page, which is open. */
export async function openSociety(page: Page): Promise<Locator> {
  await waitUntilAlive(page);
  await page.getByRole('button', { name: 'Join the Secret Sausage Society' }).click();
  await societyOf(page).waitFor();
  return societyOf(page);
}

/** From the first step of the society's dialog to the second. */
export async function toVerification(modal: Locator): Promise<void> {
  await modal.getByRole('button', { name: "I've Sent the Tokens - Verify Now" }).click();
  await modal.getByLabel('Transaction hash').waitFor();
}

export async function verifyFee(modal: Locator, hash: string): Promise<void> {
  await modal.getByLabel('Transaction hash').fill(hash);
  await modal.getByRole('button', { name: 'Verify Transaction' }).click();
}

export const chatLink = (modal: Locator): Locator =>
  modal.getByRole('link', { name: 'Join the private chat' });

/** The message to sign elsewhere. */
export const messageIn = (parent: Locator | Page): Locator =>
  parent.getByRole('figure', { name: 'The message' }).locator('pre');

/** Asks for the message that another device's wallet has to sign; returns it. */
export async function signElsewhere(parent: Locator | Page, wallet: string): Promise<string> {
  await parent.getByRole('button', { name: 'Sign somewhere else' }).click();
  await parent.getByLabel('Address of the wallet that paid').fill(wallet);
  await parent.getByRole('button', { name: 'Get the message' }).click();
  return (await messageIn(parent).textContent()) ?? '';
}

export async function sendSignature(parent: Locator | Page, signature: string): Promise<void> {
  await parent.getByLabel('Signature', { exact: true }).fill(signature);
  await parent.getByRole('button', { name: 'Send the signature' }).click();
}

/** The bar of the payments of an earlier visit. */
export const paymentsBar = (page: Page): Locator =>
  page.getByRole('complementary', { name: 'Payments under way' });
