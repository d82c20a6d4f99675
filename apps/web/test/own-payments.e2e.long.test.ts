import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { Keypair } from '@solana/web3.js';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pressOn, stop } from './keyboard-walk.ts';
import { axeViolations, sticksOut, untilStill, waitUntilAlive } from './page-parts.ts';
import { LIST_NEEDED, payInEveryWay } from './payments-of-every-kind.ts';
import { injectPhantom, shortened, signText, walletCalls } from './wallets.ts';
import { PHONE, startWeb } from './web-under-test.ts';

const web = closeAfterAll(await startWeb());
const payer = await web.holder({ list: LIST_NEEDED });

const sign = (page: Page) => page.getByRole('button', { name: 'Sign with the wallet that paid' });
const entry = (page: Page, subject: RegExp): Locator =>
  page.getByRole('listitem').filter({ hasText: subject });
const visitPayments = async (page: Page) => {
  await page.goto('/payments');
  await waitUntilAlive(page);
};
async function expectFine(page: Page): Promise<void> {
  await untilStill(page);
  expect(await axeViolations(page)).toEqual([]);
  for (const viewport of [PHONE, { width: 1280, height: 800 }]) {
    await page.setViewportSize(viewport);
    expect(await sticksOut(page)).toEqual([]);
  }
}

test('a wallet with payments of every kind sees each one, its receipt, and what can still be used', async () => {
  const names = ['paid_grinch', 'gone_grinch', 'half_grinch', 'small_grinch', 'unnamed_grinch'];
  const reports = [];
  for (const username of names) {
    const { id, uniqueBurnAddress: reference } = await web.report({ username });
    reports.push({ id, reference });
  }
  const { page: browser } = await web.visit();
  await payInEveryWay(browser, { ...web, rpcUrl: web.stack.rpcUrl, by: payer, reports });

  // Another browser, by keyboard only.
  const { page, complaints } = await web.visit();
  await injectPhantom(page, { keys: [payer] });
  const opened = page.getByRole('heading', { name: /payments? from/ });
  await visitPayments(page);
  const free = { name: 'Wrongly listed? Appeal for free' };
  await page.getByRole('main').getByRole('link', free).waitFor();
  await pressOn(page, page.getByRole('main').getByRole('button', { name: 'Connect wallet' }));
  await pressOn(page, sign(page));
  await opened.waitFor();
  expect(await stop(page)).toContain(`payments from ${shortened(payer)}`);
  // Until the watcher has found the late payment, and it is a credit.
  const credited = async () => {
    if (await page.getByText(/^Credit until/).isVisible()) return true;
    await page.getByRole('button', { name: 'Show another wallet' }).click();
    await sign(page).click();
    return opened.waitFor().then(() => false);
  };
  await expect.poll(credited, { interval: 2_000 }).toBe(true);
  await page.getByRole('heading', { name: '6 payments from' }).waitFor();

  const removal = entry(page, /Removal of @paid_grinch/);
  await removal.getByText('1,000,000 LIST').waitFor();
  await removal.getByText('Paid.', { exact: true }).waitFor();
  const half = entry(page, /Removal of @half_grinch/);
  await half.getByText('600,000 LIST', { exact: true }).waitFor();
  await half.getByText('400,000 LIST are missing.').waitFor();
  await entry(page, /Removal of @small_grinch/)
    .getByText(/Too few tokens were paid: 1 LIST of 1,000,000 LIST/)
    .waitFor();
  await entry(page, /Removal of @unnamed_grinch/)
    .getByText('Waiting for your signature.')
    .waitFor();
  const credit = entry(page, /Removal of @gone_grinch/);
  await credit.getByRole('button', { name: 'Copy the hash' }).click();
  const hash = await page.evaluate(() => navigator.clipboard.readText());
  expect(await credit.getByRole('link', { name: /…/ }).getAttribute('title')).toBe(hash);
  await expectFine(page);
  const membership = entry(page, /Membership in the Secret Sausage Society/);
  await membership.getByText('750,000 LIST').waitFor();
  await membership.getByRole('link', { name: 'Receipt: Membership' }).click();
  await page.getByRole('heading', { name: 'Receipt for a membership' }).waitFor();
  await page.getByRole('heading', { name: 'Check it yourself' }).waitFor();
  expect((await page.reload())?.status()).toBe(200);
  // The list is gone after leaving the page, and there is no cookie.
  await page.getByRole('link', { name: 'Your other payments and their receipts' }).click();
  await sign(page).waitFor();
  expect(await page.getByText('@paid_grinch').count()).toBe(0);
  expect(await page.context().cookies()).toEqual([]);
  expect(complaints).toEqual([]);
});

test('on a phone, signed elsewhere: another wallet’s signature is rejected, and a wallet without payments gets an empty list with possible reasons', async () => {
  const wallet = Keypair.generate();
  const { page } = await web.visit({ viewport: PHONE, hasTouch: true, isMobile: true });
  await visitPayments(page);
  await expectFine(page);
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Sign somewhere else' }).click();
  await page.getByLabel('Address of the wallet that paid').fill(wallet.publicKey.toBase58());
  await page.getByRole('button', { name: 'Get the message' }).click();
  const message = page.getByRole('figure', { name: 'The message' }).locator('pre');
  const text = (await message.textContent()) ?? '';
  expect(text).toContain(`${new URL(web.stack.url).host} wants you to sign in with your Solana account:`);
  expect(text).toContain('I want to see the payments of this wallet.');
  const field = page.getByLabel('Signature', { exact: true });
  const send = page.getByRole('button', { name: 'Send the signature' });
  await field.fill(signText(payer, text));
  await send.click();
  await page.getByText('Not accepted', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Get the message' }).click();
  await expect.poll(() => message.textContent()).not.toBe(text);
  await field.fill(signText(wallet, (await message.textContent()) ?? ''));
  await send.click();
  await page.getByRole('heading', { name: `No payments from ${shortened(wallet)}` }).waitFor();
  await page.getByRole('heading', { name: 'Is one missing?' }).waitFor();
  await expectFine(page);
  await page.getByRole('button', { name: 'Show another wallet' }).click();
  await page.getByRole('button', { name: 'Sign somewhere else' }).waitFor();
});

test('after a failed response, the same signature is sent again', async () => {
  const { page } = await web.visit();
  await injectPhantom(page, { keys: [payer], connected: true });
  await visitPayments(page);
  await page.route('**/api/own-payments', (route) => route.abort());
  await sign(page).click();
  await page.getByText("Your payments didn't load").waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: /payments from/ }).waitFor();
  expect((await walletCalls(page)).filter((call) => call === 'sign message')).toHaveLength(1);
});
