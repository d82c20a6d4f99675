import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { Keypair } from '@solana/web3.js';
import type { Page, Route } from 'playwright-core';
import { inject, test } from 'vitest';
import {
  cardOf,
  expectSound,
  load,
  openRemoval,
  openWithoutList,
  verify,
  waitForToast,
} from './page-parts.ts';
import { DESKTOP, HELD_MS, PHONE, startWeb } from './web-under-test.ts';

const web = closeAfterAll(await startWeb());

const SIZES = [PHONE, DESKTOP];

const fail = (route: Route) =>
  route.fulfill({ status: 503, json: { code: 'service_unavailable', message: 'The elves are asleep.' } });
/** Never responds, so the page keeps waiting. */
const hold = () => undefined;

// First, while the lists are empty.
test('empty, loading and failed lists', async () => {
  const { page } = await web.visit();
  for (const [path, empty, awaited] of [
    ['/', 'No reports yet', 'Loading scammer reports...'],
    ['/nice-list', 'No nice reports yet', 'Loading nice reports…'],
  ] as const) {
    await page.goto(path);
    await page.getByText(empty, { exact: true }).waitFor();
    await expectSound(page, `${path}, empty`, SIZES);
    for (const [state, answer, text] of [
      ['awaited', hold, awaited],
      ['failed', fail, 'Failed to fetch reports'],
    ] as const) {
      await page.route('**/api/*-reports?**', answer);
      await openWithoutList(page, path);
      await page.getByText(text, { exact: true }).waitFor();
      await expectSound(page, `${path}, ${state}`, SIZES);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
  }
});

test('a failed search, a toast over it, and an offline page', async () => {
  await web.report({ username: 'axe_search' });
  const { page } = await web.open('/', { viewport: PHONE });
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
  await expectSound(page, 'failed search, toast', [PHONE]);
  await page.context().setOffline(true);
  await page.getByText("You're offline.").waitFor();
  await expectSound(page, 'offline', [PHONE]);
});

test('a pending removal, and a refused one', async () => {
  const { uniqueBurnAddress } = await web.report({ username: 'axe_removal' });
  const hash = await web.burn({ memo: uniqueBurnAddress });
  await web.chain.setDelays({ signature: hash, finalizeMs: HELD_MS });
  const { page } = await web.open('/');
  const card = await openRemoval(page, 'axe_removal');
  await verify(card, hash);
  await card.getByText('Confirmed (reached)').waitFor();
  await expectSound(page, 'under way', SIZES);
  const other = await openOther(page);
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport);
    await verify(other, 'no-hash');
    await waitForToast(page, 'Verification Failed');
    await expectSound(page, 'under way, another refused', [viewport]);
  }
});

async function openOther(page: Page) {
  await page.getByRole('combobox').fill('axe_search');
  await page.keyboard.press('Enter');
  await page.getByText('1 report matches your search').waitFor();
  return openRemoval(page, 'axe_search');
}

test('a case and its forms, names without a case, and the start of an appeal', async () => {
  const username = 'axe_case';
  await web.report({ username });
  const { page } = await web.open(`/case/${username}#appeal`);
  await page.getByLabel('What is your appeal about?').selectOption('personal_data');
  await page.getByRole('button', { name: 'Access (article 15)' }).waitFor();
  await expectSound(page, 'appeal form, rights', SIZES);
  await page.getByRole('button', { name: 'Access (article 15)' }).click();
  await page.getByRole('button', { name: 'Add what happened to you' }).click();
  await page.getByRole('button', { name: 'Submit Statement' }).click();
  await page.getByText('Please solve the math problem').waitFor();
  await expectSound(page, 'statement form, refused', SIZES);
  await page.getByRole('button', { name: 'Remove Report' }).click();
  await page.getByText('Silenced, not cleared.').waitFor();
  await expectSound(page, 'removal on the case page', SIZES);
  for (const path of ['/case/nobody_here', '/appeal']) {
    await load(page, path);
    await expectSound(page, path, SIZES);
  }
  await page.getByLabel('Case code').fill('not-a-code');
  await page.getByRole('button', { name: 'Open the appeal' }).click();
  await page.getByText('Unknown case code.').waitFor();
  await expectSound(page, 'a wrong case code', SIZES);
  await page.route('**/api/cases/**', fail);
  await page.route(/\/case\/axe_/, (route) =>
    route.fulfill({ path: `${inject('webRoot')}/case.html`, status: 503 }),
  );
  await page.goto(`/case/${username}`);
  await page.getByText("This case didn't load").waitFor();
  await expectSound(page, 'a case that could not be read', SIZES);
});

test('menus: the hamburger, About, and a connected wallet', async () => {
  const { page } = await web.open('/', { viewport: PHONE, wallet: { keys: [Keypair.generate()] } });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('navigation', { name: 'Menu' }).waitFor();
  await expectSound(page, 'hamburger', [PHONE]);
  await page.keyboard.press('Escape');
  await page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }).click();
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Wallet / })
    .click();
  await page.getByRole('menuitem', { name: 'Disconnect' }).waitFor();
  await expectSound(page, 'wallet menu on a phone', [PHONE]);
  await page.keyboard.press('Escape');
  await page.setViewportSize(DESKTOP);
  await page.getByRole('button', { name: 'About', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Roadmap' }).waitFor();
  await expectSound(page, 'About', [DESKTOP]);
});
