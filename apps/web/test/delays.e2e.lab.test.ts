import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { load, toastOf, waitForToast } from './page-parts.ts';
import { startWeb } from './web-under-test.ts';

/** A recorded step: `what`, and when, in milliseconds of the page's clock. */
type Step = { what: string; at: number };

/** Records scrolls requested by the page, URL changes, and API responses. */
async function noteSteps(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const steps: Step[] = [];
    const note = (what: string) => steps.push({ what, at: performance.now() });
    Object.assign(window, { steps });
    note('opened');
    const { scrollIntoView } = Element.prototype;
    Element.prototype.scrollIntoView = function (how) {
      const { behavior, block = 'start' } = Object(how) as ScrollIntoViewOptions;
      note(`${this.id || this.getAttribute('aria-label')} ${behavior} ${block}`);
      scrollIntoView.call(this, how);
    };
    const { scrollTo } = window;
    window.scrollTo = ((how: ScrollToOptions) => {
      note(`top ${how.behavior}`);
      (scrollTo as (how: ScrollToOptions) => void).call(window, how);
    }) as typeof window.scrollTo;
    for (const way of ['pushState', 'replaceState'] as const) {
      const change = history[way].bind(history);
      history[way] = (state, title, url) => {
        change(state, title, url);
        note(`at ${location.pathname}${location.search}`);
      };
    }
    const { fetch } = window;
    window.fetch = async (...input) => {
      const response = await fetch(...input);
      note(`answered ${new URL(response.url).pathname}`);
      return response;
    };
  });
}

const stepsOf = (page: Page): Promise<Step[]> => page.evaluate(() => Reflect.get(window, 'steps') as Step[]);

/** Waits for a step; returns its time. */
async function stepAt(page: Page, what: string): Promise<number> {
  const find = async () => (await stepsOf(page)).findLast((step) => step.what === what)?.at;
  await expect.poll(find).toBeDefined();
  return (await find()) ?? Number.NaN;
}

const web = closeAfterAll(await startWeb());
for (let number = 1; number <= 7; number += 1) await web.report({ username: `timed_elf_${number}` });

// A timer never fires early, apart from clock rounding; how late it fires depends on the machine.
const atLeast = (ms: number) => ms - 1;

test('a shared link scrolls to its answer, and its search is removed from the URL after 100 ms; a typed name scrolls, too', async () => {
  const { page } = await web.visit();
  await noteSteps(page);
  await page.goto('/?search=timed_elf_3');
  // The server renders the page with the answer.
  await stepAt(page, 'answer auto start');
  const [opened, stripped] = [await stepAt(page, 'opened'), await stepAt(page, 'at /')];
  expect(stripped - opened).toBeGreaterThanOrEqual(atLeast(100));
  await page.getByRole('combobox').fill('timed_elf_5');
  await page.getByRole('combobox').press('Enter');
  await stepAt(page, 'answered /api/look-up');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('answer');
});

test('the navigation scrolls 100 ms after a change of page; a toggle scrolls to the content', async () => {
  const { page } = await web.visit();
  await noteSteps(page);
  await load(page, '/nice-list');
  await page.getByRole('banner').getByRole('button', { name: 'Buy $LIST' }).click();
  await stepAt(page, 'token auto start');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Naughty List', exact: true })
    .click();
  const scrolled = await stepAt(page, 'naughty-list auto start');
  expect(scrolled - (await stepAt(page, 'at /'))).toBeGreaterThanOrEqual(atLeast(100));
  for (const [name, address] of [
    ['Report Scammer', 'at /?view=report'],
    ['View Naughty List', 'at /'],
  ] as const) {
    const before = (await stepsOf(page)).length;
    await page.getByRole('button', { name }).click();
    await expect
      .poll(async () => (await stepsOf(page)).slice(before).map(({ what }) => what))
      .toEqual(expect.arrayContaining([address, 'content-area auto start']));
  }
});

test('scrolling is smooth, except with reduced motion', async () => {
  for (const [reducedMotion, behavior] of [
    ['no-preference', 'smooth'],
    ['reduce', 'auto'],
  ] as const) {
    const { page } = await web.visit({ reducedMotion });
    await noteSteps(page);
    await load(page, '/about-naughty-list-memecoin');
    await page.locator('#about').getByRole('button', { name: 'Buy $LIST' }).click();
    await stepAt(page, `token ${behavior} start`);
    await page.getByRole('button', { name: 'The Naughty List, to the top' }).click();
    await stepAt(page, `top ${behavior}`);
    await page.goto('/');
    await page.getByRole('combobox').fill('timed_elf_2');
    await page.keyboard.press('Enter');
    await stepAt(page, `answer ${behavior} start`);
  }
});

test('with reduced motion nothing moves: no snow, no loop, no film, no sliding card', async () => {
  const { page } = await web.open('/', { reducedMotion: 'reduce' });
  await page.getByRole('button', { name: 'timed_elf_7' }).click();
  await page.getByRole('button', { name: 'Remove Report' }).click();
  await page.getByLabel('Transaction hash').waitFor();
  await page.getByRole('tab', { name: 'Villains' }).first().click();
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === 'running')
        .map((animation) => {
          const { target } = animation.effect as KeyframeEffect;
          return `${target?.tagName} ${target?.className}`;
        }),
    );
  await expect.poll(moving).toEqual([]);
  expect(await page.locator('video').count()).toBe(0);
  for (const path of ['/nice-list', '/about-naughty-list-memecoin', '/pfp', '/solana-christmas-memecoin']) {
    await load(page, path);
    await expect.poll(moving).toEqual([]);
    const plays = await page
      .locator('video')
      .evaluateAll((films) => films.filter((film) => !(film as HTMLVideoElement).paused).length);
    expect(plays).toBe(0);
  }
});

/** A page with a manually advanced clock. */
async function openWithOwnClock(path: string): Promise<Page> {
  const { page } = await web.visit();
  await page.clock.install();
  await load(page, path);
  await page.getByRole('article').first().waitFor();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  return page;
}

test('a copied address shows a tick for two seconds; a toast closes after five, or by a swipe to the right', async () => {
  const page = await openWithOwnClock('/');
  await page.getByRole('button', { name: 'timed_elf_7' }).click();
  await page.getByRole('button', { name: 'Remove Report' }).click();
  const copy = page.getByRole('button', { name: 'Copy reference' });
  await expect
    .poll(async () => {
      await page.clock.runFor(50);
      return copy.count();
    })
    .toBe(1);
  await copy.click();
  await copy.locator('.lucide-check').waitFor();
  await page.clock.runFor(1_999);
  expect(await copy.locator('.lucide-check').count()).toBe(1);
  await page.clock.runFor(1);
  await copy.locator('.lucide-copy').waitFor();

  const address = page.locator('#token').getByRole('button', { name: /Contract address/ });
  await address.click();
  await waitForToast(page, 'Contract Address Copied!');
  await page.clock.runFor(4_999);
  expect(await toastOf(page).count()).toBe(1);
  await page.clock.runFor(1);
  await expect.poll(() => toastOf(page).count()).toBe(0);

  for (const [far, left] of [
    [30, 1],
    [60, 0],
  ] as const) {
    await address.click();
    const toast = await waitForToast(page, 'Contract Address Copied!');
    const box = await toast.boundingBox();
    const [x, y] = [(box?.x ?? 0) + 120, (box?.y ?? 0) + 30];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + far, y, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => toastOf(page).count()).toBe(left);
  }
});
