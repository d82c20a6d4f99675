import { getTokenConfig } from '@naughty-list/contracts/token-config';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { cardOf, verify, visitRemoval, waitForToast } from './page-parts.ts';
import { DESKTOP, PHONE, startWeb } from './web-under-test.ts';
import { expectWhole, hardToRead, settled } from './whole-page.ts';

const web = closeAfterAll(await startWeb());
await web.report({ username: 'axe_elf', description: 'Cut down every tree of the village.' });

/** How a visitor reaches each state. */
const states: { state: string; reach: (page: Page) => Promise<unknown> }[] = [
  { state: 'list', reach: (page) => page.goto('/').then(() => cardOf(page, 'axe_elf').waitFor()) },
  { state: 'open card', reach: (page) => visitRemoval(page, 'axe_elf') },
  {
    state: 'failed removal',
    reach: async (page) => {
      await verify(await visitRemoval(page, 'axe_elf'), 'no-hash');
      await waitForToast(page, 'Verification Failed');
    },
  },
  {
    state: 'suggestions',
    reach: async (page) => {
      await page.goto('/');
      await cardOf(page, 'axe_elf').waitFor();
      await page.getByRole('combobox').fill('axe');
      await page.keyboard.press('ArrowDown');
    },
  },
  {
    state: 'nothing found',
    reach: (page) => page.goto('/?search=zzz').then(() => page.getByText('No matching').waitFor()),
  },
  {
    state: 'form with errors',
    reach: async (page) => {
      await page.goto('/?view=report');
      await page.getByRole('button', { name: 'Submit Report' }).click();
      await page.getByText('Please solve the math problem').waitFor();
    },
  },
  {
    state: 'not found',
    reach: (page) => page.goto('/chimney').then(() => page.getByText('Page Not Found').waitFor()),
  },
];

test.each(states)('$state fits every width', async ({ state, reach }) => {
  const { page } = await web.visit({ viewport: PHONE });
  await reach(page);
  await expectWhole(page, state, '#content-area');
});

test('an unknown page of the panel is the page not found', async () => {
  const { page, complaints } = await web.visit();
  await page.goto('/admin/chimney');
  await page.getByText('Page Not Found').waitFor();
  await page.waitForLoadState('networkidle');
  expect(complaints).toEqual([expect.stringMatching(/status of 404 .+\/admin\/chimney$/)]);
});

test.each([PHONE, DESKTOP])(
  'text on parchment has a contrast of 7:1, where it is darkest and pointed at, too, at %o',
  async (viewport) => {
    const { page } = await web.visit({ viewport });
    const card = await visitRemoval(page, 'axe_elf');
    const line = card.getByRole('button', { name: 'axe_elf', exact: true });
    await line.hover({ force: true });
    await settled(card);
    expect(await card.locator('.ledger-margin').evaluate((row) => row.matches(':hover'))).toBe(true);
    expect(await hardToRead(page, '#content-area', 'AAA')).toEqual([]);
    await page.goto('/?view=report');
    await page.getByRole('button', { name: 'Submit Report' }).click();
    await page.getByText('Please solve the math problem').waitFor();
    expect(await hardToRead(page, '#content-area', 'AAA')).toEqual([]);
  },
);

test('the navigation of a wide screen leads to its targets', async () => {
  const { page } = await web.open('/');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await page
    .getByRole('banner')
    .getByText(/\d+ days? until Christmas|It is Christmas!/)
    .waitFor();
  await navigation.getByRole('button', { name: 'About' }).click();
  for (const name of ["What's LIST?", 'Roadmap', 'Why LIST?', 'Calculator', 'Santa PFP']) {
    await page.getByRole('menuitem', { name }).waitFor();
  }
  await page.keyboard.press('Escape');
  const { links } = await web.api.call(getTokenConfig);
  for (const [name, href] of [
    ['X (@', links.x],
    ['TikTok', links.tiktok],
    ['Telegram', links.telegram],
    ['Price chart', links.chart],
  ] as const) {
    const link = page.getByRole('banner').getByRole('link', { name });
    expect([await link.getAttribute('href'), await link.getAttribute('target')]).toEqual([href, '_blank']);
  }
  await page.getByRole('banner').getByRole('button', { name: 'Buy $LIST' }).click();
  await expect.poll(() => topOf(page, '#token')).toBeLessThan(200);
  await page.getByRole('button', { name: 'The Naughty List, to the top' }).click();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.getByRole('button', { name: 'Report Scammer' }).click();
  await navigation.getByRole('link', { name: 'Naughty List' }).click();
  await cardOf(page, 'axe_elf').waitFor();
});

test('on a phone, the hamburger has the same entries, and Escape closes it', async () => {
  const { page } = await web.open('/', { viewport: PHONE });
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('navigation', { name: 'Menu' });
  for (const name of ['Naughty List', "What's LIST?", 'Roadmap', 'Why LIST?', 'Calculator', 'Nice List']) {
    await menu.getByRole('link', { name, exact: true }).waitFor();
  }
  await page.keyboard.press('Escape');
  await expect.poll(() => menu.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await menu.getByRole('link', { name: 'Naughty List', exact: true }).click();
  await expect.poll(() => menu.isVisible()).toBe(false);
  await expect.poll(() => topOf(page, '#naughty-list')).toBeLessThan(200);
});

test('twenty-five flakes fall; under reduced motion they stand still, too faint to hide text', async () => {
  for (const [reducedMotion, playing, opacityMax] of [
    ['no-preference', 'running', 0.6],
    ['reduce', 'paused', 0.2],
  ] as const) {
    const { page } = await web.open('/', { reducedMotion });
    const flakes = page.locator('.snowflake');
    await expect.poll(() => flakes.count()).toBe(25);
    const state = await flakes.first().evaluate((flake) => getComputedStyle(flake).animationPlayState);
    expect(state).toBe(playing);
    const opacities = await flakes.evaluateAll((all) =>
      all.map((flake) => {
        const sky = flake.parentElement;
        return Number(getComputedStyle(flake).opacity) * Number(sky && getComputedStyle(sky).opacity);
      }),
    );
    expect(Math.min(...opacities)).toBeGreaterThan(0);
    expect(Math.max(...opacities)).toBeLessThanOrEqual(opacityMax);
    // Over the content column, the mask reduces the opacity to 30%.
    const mask = await page.locator('.snow').evaluate((sky) => getComputedStyle(sky).maskImage);
    expect(mask).toMatch(/rgba\(0, 0, 0, 0\.3\)/);
  }
});

const topOf = (page: Page, selector: string): Promise<number> =>
  page.locator(selector).evaluate((element) => Math.abs(element.getBoundingClientRect().top));
