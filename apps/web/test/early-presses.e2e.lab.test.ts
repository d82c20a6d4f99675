import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { cardOf, waitUntilAlive } from './page-parts.ts';
import { onCanvas, RED, stripes } from './pfp-parts.ts';
import { PHONE, startWeb } from './web-under-test.ts';

const web = closeAfterAll(await startWeb());
await web.report({ username: 'early_bird' });
await web.report({ username: 'late_grinch' });

/**
 * Opens a page with all scripts blocked except fonts and the early-press queue; returns a function that releases them.
 */
async function openAsleep(page: Page, path: string): Promise<() => Promise<void>> {
  let wake = () => {};
  const awake = new Promise<void>((resolve) => {
    wake = resolve;
  });
  await page.route(/\/assets\/(?!start-|faces-).*\.js$/, async (route) => {
    await awake;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForFunction(() => document.documentElement.dataset.alive !== undefined);
  return async () => {
    wake();
    await waitUntilAlive(page);
  };
}

test('the app is fetched only after the first paint', async () => {
  const { page } = await web.open('/', { viewport: PHONE });
  const { paintedAt, askedAt } = await page.evaluate(() => {
    const app = document.querySelector<HTMLElement>('script[data-app]')?.dataset.app?.split(' ') ?? [];
    const asked = performance.getEntriesByType('resource');
    return {
      paintedAt: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
      askedAt: app.map((file) => asked.find(({ name }) => name.endsWith(file))?.startTime ?? 0),
    };
  });
  expect(askedAt.length).toBeGreaterThan(4);
  expect(Math.min(...askedAt)).toBeGreaterThan(paintedAt ?? Number.POSITIVE_INFINITY);
});

test('a button pressed before hydration acts once, as soon as it can', async () => {
  const { page } = await web.visit({ complains: false, viewport: PHONE });
  const wake = await openAsleep(page, '/');
  const menu = page.getByRole('button', { name: 'Open menu' });
  await menu.click();
  await menu.click();
  await menu.click();
  await wake();
  await page.getByRole('button', { name: 'Close menu' }).waitFor();
  await page.getByRole('navigation', { name: 'Menu' }).waitFor();
});

test('a press during hydration acts once, and a link navigates', async () => {
  const { page } = await web.visit({ complains: false });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  /** Clicks a header element once it is hydrated but the page is not; returns whether it was in time. */
  const pressEarly = async (selector: string) => {
    await page.goto('/', { waitUntil: 'commit' });
    return page.evaluate(
      (wanted) =>
        new Promise<boolean>((resolve) => {
          const look = () => {
            const element = document.querySelector<HTMLElement>(wanted);
            if (!element || !Object.keys(element).some((key) => key.startsWith('__reactProps'))) {
              setTimeout(look);
              return;
            }
            const isEarly = document.documentElement.dataset.alive !== 'yes';
            element.click();
            resolve(isEarly);
          };
          look();
        }),
      selector,
    );
  };
  expect(await pressEarly('header nav a[href="/nice-list"]')).toBe(true);
  await page.waitForURL('**/nice-list');
  await waitUntilAlive(page);
  await page.setViewportSize(PHONE);
  expect(await pressEarly('header button[aria-label="Open menu"]')).toBe(true);
  await page.getByRole('button', { name: 'Close menu' }).waitFor();
});

test('a film played before hydration plays in the page', async () => {
  const { page } = await web.visit({ complains: false });
  const wake = await openAsleep(page, '/');
  await page.getByRole('link', { name: 'Play the film Explainer' }).focus();
  await page.keyboard.press('Enter');
  await wake();
  await page.getByRole('region', { name: 'Films from the workshop' }).locator('video').waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
});

test('a press hits the element under the finger, even if the list loads and the page moves before it is lifted', async () => {
  const { page } = await web.visit({ complains: false });
  const wake = await openAsleep(page, '/');
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Get your Santa hat' });
  await link.scrollIntoViewIfNeeded();
  const place = async () => (await link.boundingBox()) ?? expect.fail();
  const { x, y, width, height } = await place();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await wake();
  await expect.poll(async () => Math.abs((await place()).y - y)).toBeGreaterThan(height);
  await page.mouse.up();
  await page.waitForURL('**/pfp');
  await page.getByRole('heading', { name: 'Now wear the hat.' }).waitFor();
});

test('a name typed and submitted before hydration is searched', async () => {
  const { page } = await web.visit({ viewport: PHONE });
  const wake = await openAsleep(page, '/');
  await page.getByRole('combobox').fill('early_bird');
  await page.getByRole('combobox').press('Enter');
  await wake();
  await page.getByText('1 report matches your search').waitFor();
  await cardOf(page, 'early_bird').waitFor();
  expect(await page.getByRole('combobox').inputValue()).toBe('early_bird');
  expect(new URL(page.url()).pathname).toBe('/');
});

test('a category chosen before hydration filters the list', async () => {
  const { page } = await web.visit({ viewport: PHONE });
  const wake = await openAsleep(page, '/');
  const filter = page.getByRole('group', { name: 'Category' });
  await filter.getByText('Token').click();
  await wake();
  await page.getByText('No matching reports found').waitFor();
  await filter.getByRole('radio', { name: 'Token', checked: true }).waitFor();
});

test('an element re-rendered because of a query receives the press', async () => {
  const { page } = await web.visit();
  const wake = await openAsleep(page, '/?from=somewhere');
  await page.getByRole('button', { name: 'Report Scammer' }).click();
  await wake();
  await page.getByLabel('Link to the post on X').waitFor();
});

test('a photo chosen before hydration is in the editor after it', async () => {
  const { page } = await web.visit({ complains: false });
  const wake = await openAsleep(page, '/pfp');
  const buffer = stripes(60, 60, ['#f00']);
  await page.locator('input[type=file]').setInputFiles({ name: 'chosen.png', mimeType: 'image/png', buffer });
  await wake();
  await expect.poll(() => onCanvas(page, 250, 250)).toEqual(RED);
});

test('a lazy part handles the press that requested it, and reports a failure', async () => {
  const { page } = await web.open('/');
  let isLost = true;
  await page.route(/\/assets\/(-report-entry|report-form)-.*\.js$/, (route) =>
    isLost ? route.abort() : route.continue(),
  );
  await page.reload();
  const card = cardOf(page, 'late_grinch');
  await card.getByRole('button', { name: 'late_grinch' }).click();
  const failed = card.getByRole('alert');
  await failed.getByText("This didn't load").waitFor();
  // It also retries every few seconds, and then the button would be gone: let it succeed from the press on.
  await page.exposeFunction('find', () => {
    isLost = false;
  });
  const again = failed.getByRole('button', { name: 'Try again' });
  await again.evaluate((button) => button.addEventListener('click', () => Reflect.get(window, 'find')()));
  await again.click();
  await card.getByRole('button', { name: 'Remove Report' }).waitFor();
});
