import { AxeBuilder } from '@axe-core/playwright';
import { submitNiceReport } from '@naughty-list/contracts/nice-reports';
import { Keypair } from '@solana/web3.js';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { publicPages } from '../src/prerender/public-pages.ts';
import { cardOf, openRemoval, openWithoutList, verify, waitForToast, waitUntilAlive } from './page-parts.ts';
import { injectPhantom } from './wallets.ts';
import { DESKTOP, HELD_MS, PHONE, startWeb, type WebUnderTest } from './web-under-test.ts';

let web: WebUnderTest;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

async function expectNothing(page: Page, where: string): Promise<void> {
  // axe misreads colours during fade-ins; the snow animation never ends.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished),
    ).then(() => undefined),
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, nodes }) => [where, id, nodes.map(({ html }) => html)]);
  expect(found).toEqual([]);
}

const fail = (route: Route) =>
  route.fulfill({ status: 503, json: { code: 'service_unavailable', message: 'The elves are asleep.' } });
/** Never responds, so the page keeps waiting. */
const hold = () => undefined;
const both = [DESKTOP, PHONE];

// First, while the lists are empty.
test.each(both)('lists that are empty, awaited or failed, at %o', async (viewport) => {
  const { page } = await web.visit({ viewport });
  for (const [path, empty, awaited] of [
    ['/', 'No reports yet', 'Loading scammer reports...'],
    ['/nice-list', 'No nice reports yet', 'Loading nice reports...'],
  ] as const) {
    await page.goto(path);
    await page.getByText(empty, { exact: true }).waitFor();
    await expectNothing(page, `${path}, empty`);
    for (const [state, answer, text] of [
      ['awaited', hold, awaited],
      ['failed', fail, 'Failed to fetch reports'],
    ] as const) {
      await page.route('**/api/*-reports?**', answer);
      await openWithoutList(page, path);
      await page.getByText(text, { exact: true }).waitFor();
      await expectNothing(page, `${path}, ${state}`);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
  }
});

test('a failed search, a toast over it, and a page that is offline', async () => {
  await web.report({ username: 'axe_search' });
  const { page } = await web.visit({ viewport: PHONE });
  await page.goto('/');
  await cardOf(page, 'axe_search').waitFor();
  await page.route('**/search?**', fail);
  await page.getByRole('combobox').fill('axe');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByText('Failed to search').waitFor();
  await page
    .locator('#token')
    .getByRole('button', { name: /Contract address/ })
    .click();
  await waitForToast(page, 'Contract Address Copied!');
  await expectNothing(page, 'failed search, toast');
  await page.context().setOffline(true);
  await page.getByText("You're offline.").waitFor();
  await expectNothing(page, 'offline');
});

test.each(both)(
  'a removal that is under way, and what is told about it elsewhere, at %o',
  async (viewport) => {
    const username = `axe_${viewport.width}`;
    const { uniqueBurnAddress } = await web.report({ username });
    const hash = await web.burn({ memo: uniqueBurnAddress });
    await web.chain.setDelays({ signature: hash, finalizeMs: HELD_MS });
    const { page } = await web.visit({ viewport });
    await page.goto('/');
    const card = await openRemoval(page, username);
    await verify(card, hash);
    await card.getByText('Confirmed (reached)').waitFor();
    await expectNothing(page, 'under way');
    await verify(await openOther(page), 'no-hash');
    await waitForToast(page, 'Verification Failed');
    await expectNothing(page, 'under way, another refused');
  },
);

async function openOther(page: Page) {
  await page.getByRole('combobox').fill('axe_search');
  await page.keyboard.press('Enter');
  await page.getByText('1 report matches your search').waitFor();
  return openRemoval(page, 'axe_search');
}

test.each(both)(
  'a case, its forms, names without one, and the way into an appeal, at %o',
  async (viewport) => {
    const username = `axe_case_${viewport.width}`;
    await web.report({ username });
    const { page } = await web.visit({ viewport });
    await page.goto(`/case/${username}#appeal`);
    await page.getByLabel('What is your appeal about?').selectOption('personal_data');
    await page.getByRole('button', { name: 'Access (article 15)' }).waitFor();
    await expectNothing(page, 'appeal form, rights');
    await page.getByRole('button', { name: 'Access (article 15)' }).click();
    await page.getByRole('button', { name: 'Add a statement' }).click();
    await page.getByRole('button', { name: 'Submit Statement' }).click();
    await page.getByText('Please solve the math problem').waitFor();
    await expectNothing(page, 'statement form, refused');
    await page.getByRole('button', { name: 'Remove Report' }).click();
    await page.getByText('Silenced, not cleared.').waitFor();
    await expectNothing(page, 'removal on the case page');
    for (const path of ['/case/nobody_here', '/appeal']) {
      await page.goto(path);
      await waitUntilAlive(page);
      await expectNothing(page, path);
    }
    await page.getByLabel('Case code').fill('not-a-code');
    await page.getByRole('button', { name: 'Open the appeal' }).click();
    await page.getByText('This case code is not known.').waitFor();
    await expectNothing(page, 'a wrong case code');
    await page.route('**/api/cases/**', fail);
    await page.route(/\/case\/axe_/, (route) =>
      route.fulfill({ path: `${inject('webRoot')}/case.html`, status: 503 }),
    );
    await page.goto(`/case/${username}`);
    await page.getByText('This case could not be read').waitFor();
    await expectNothing(page, 'a case that could not be read');
  },
);

test('menus: the hamburger, About, and a connected wallet', async () => {
  const { page } = await web.visit({ viewport: PHONE });
  await injectPhantom(page, { keys: [Keypair.generate()] });
  await page.goto('/');
  await waitUntilAlive(page);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('navigation', { name: 'Menu' }).waitFor();
  await expectNothing(page, 'hamburger');
  await page.keyboard.press('Escape');
  await page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }).click();
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Wallet / })
    .click();
  await page.getByRole('menuitem', { name: 'Disconnect' }).waitFor();
  await expectNothing(page, 'wallet menu on a phone');
  await page.keyboard.press('Escape');
  await page.setViewportSize(DESKTOP);
  await page.getByRole('button', { name: 'About', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Roadmap' }).waitFor();
  await expectNothing(page, 'About');
});

test.each(both)('the society: each step, whole page, and a payment under way, at %o', async (viewport) => {
  const key = await web.holder({ list: 800_000n });
  const { page } = await web.visit({ viewport });
  await injectPhantom(page, { keys: [key], connected: true });
  await page.goto('/');
  await waitUntilAlive(page);
  await page.getByRole('button', { name: 'Join the Secret Sausage Society' }).click();
  const modal = page.getByRole('dialog', { name: 'Secret Sausage Society' });
  await modal.getByRole('button', { name: 'Pay 750,000 LIST' }).waitFor();
  await expectNothing(page, 'payment');
  await modal.getByRole('button', { name: "I've Sent the Tokens - Verify Now" }).click();
  await modal.getByRole('button', { name: 'Verify Transaction' }).click();
  await modal.getByText('Transaction hash is required').waitFor();
  await expectNothing(page, 'verification, nothing typed');
  await modal.getByRole('button', { name: 'Back' }).click();
  await web.chain.setDelays({ finalizeMs: HELD_MS });
  await modal.getByRole('button', { name: 'Pay 750,000 LIST' }).click();
  await modal.getByText('Confirmed (reached)').waitFor();
  await expectNothing(page, 'under way');
  await web.chain.reset();
  await modal.getByRole('link', { name: 'Join the private chat' }).waitFor();
  await expectNothing(page, 'success');
});

test('every public page on a phone, and a praise that is opened', async () => {
  const { page } = await web.visit({ viewport: PHONE });
  for (const { head } of publicPages) {
    await page.goto(head.path);
    await waitUntilAlive(page);
    await expectNothing(page, head.path);
  }
  const body = {
    twitterUrl: 'https://x.com/axe_hero/status/1',
    username: 'axe_hero',
    description: 'Gave the axe back, sharpened.',
  };
  await web.api.call(submitNiceReport, { body });
  await page.goto('/nice-list');
  await cardOf(page, 'axe_hero').getByRole('button', { name: 'axe_hero', exact: true }).click();
  await page.getByRole('link', { name: 'Spread Positive Vibes' }).waitFor();
  await expectNothing(page, 'open praise');
});
