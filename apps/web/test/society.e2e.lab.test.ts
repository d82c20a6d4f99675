import { generateBurnAddress, membershipTexts, verifyTransaction } from '@naughty-list/contracts/membership';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import type { Keypair } from '@solana/web3.js';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { stop } from './keyboard-walk.ts';
import {
  cardOf,
  chatLink,
  expectSound,
  openSociety,
  paymentsBar,
  societyOf,
  toastOf,
  toVerification,
  verify,
  verifyFee,
  visitRemoval,
  waitForToast,
  waitUntilAlive,
} from './page-parts.ts';
import { readQrCode } from './read-qr-code.ts';
import { connect } from './wallets.ts';
import { AT_ONCE, DESKTOP, HELD_MS, PHONE, startWeb, type VisitOptions } from './web-under-test.ts';

const SIZES = [DESKTOP, { width: 360, height: 740 }, PHONE];
const UNKNOWN_HASH = '5'.repeat(87);

// Without the watcher, only the page claims payments.
const web = closeAfterAll(await startWeb({ WATCH_FROM: 'never' }));

async function openModal(options?: VisitOptions): Promise<{ page: Page; modal: Locator }> {
  const { page } = await web.open('/', options);
  const modal = await openSociety(page);
  await modal.getByText('750,000 LIST').first().waitFor();
  return { page, modal };
}

test('a browser that keeps no cookie is not asked to pay', async () => {
  const { page } = await web.visit();
  await page.route('**/api/**', async (route) => {
    const { cookie: _, ...headers } = await route.request().allHeaders();
    const answer = await fetch(route.request().url(), {
      method: route.request().method(),
      headers: headers['content-type'] ? { 'content-type': headers['content-type'] } : {},
      body: route.request().postData(),
    });
    await route.fulfill({ status: answer.status, body: await answer.text() });
  });
  await page.goto('/');
  const modal = await openSociety(page);
  await modal.getByText("Your browser doesn't keep this site's cookie").waitFor();
  expect(await modal.getByRole('img', { name: /^Solana Pay code/ }).count()).toBe(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await modal.getByRole('button', { name: 'Try again' }).click();
  await modal.getByText('750,000 LIST').first().waitFor();
});

const memoOf = async (modal: Locator) => (await modal.getByText(/^LISTCLUB-\w+$/).textContent()) ?? '';

test('paid by hand: address, fee and memo, hash, chat link; closing clears it, and reopening shows the link again', async () => {
  const { page, modal } = await openModal({ complains: false });
  await modal.getByRole('button', { name: 'Copy address' }).click();
  await waitForToast(page, 'Copied!', 'Address copied to clipboard');
  const burnAddress = await page.evaluate(() => navigator.clipboard.readText());
  const hash = await web.pay({ to: burnAddress, memo: await memoOf(modal) });

  await toVerification(modal);
  await modal.getByRole('button', { name: 'Back' }).click();
  await toVerification(modal);
  await modal.getByRole('button', { name: 'Verify Transaction' }).click();
  await modal.getByText(membershipTexts.hashRequired).waitFor();
  await verifyFee(modal, ` ${hash} `);
  await waitForToast(page, 'Transaction Verified!', "Welcome to Santa's Alpha Group!");
  const link = await chatLink(modal).getAttribute('href');
  expect(link).toMatch(/^https:\/\/t\.me\//);

  await modal.getByRole('button', { name: 'Close' }).click();
  await modal.waitFor({ state: 'detached' });
  await page.reload();
  await waitUntilAlive(page);
  await page.getByRole('button', { name: 'Join the Secret Sausage Society' }).click();
  await expect.poll(() => chatLink(societyOf(page)).getAttribute('href')).toBe(link);
});

test('after a part by hand, the page says to send the rest, not the fee', async () => {
  const { page, modal } = await openModal();
  await modal.getByText("Send 750,000 LIST to the project's wallet").waitFor();
  await modal.getByRole('button', { name: 'Copy address' }).click();
  const to = await page.evaluate(() => navigator.clipboard.readText());
  const hash = await web.pay({ to, tokens: 250_000n, memo: await memoOf(modal) });
  await toVerification(modal);
  await verifyFee(modal, hash);
  await modal.getByText("Send 500,000 LIST to the project's wallet").waitFor();
});

test('one press pays, a reload resumes, and the chat link appears', async () => {
  const key = await web.holder({ list: 800_000n });
  const { page } = await web.visit({ complains: false, wallet: { keys: [key] } });
  // Keeps slow tests from showing the "takes longer than usual" text.
  await page.clock.setFixedTime(new Date());
  await page.goto('/');
  const modal = await openSociety(page);
  await connect(modal);
  await web.chain.setDelays({ finalizeMs: HELD_MS });
  await modal.getByRole('button', { name: 'Pay 750,000 LIST' }).click();
  await modal.getByText('Confirmed (reached)').waitFor();
  expect(await modal.getByRole('button', { name: 'Verifying...' }).isDisabled()).toBe(true);
  const hash = await modal.getByLabel('Transaction hash').inputValue();

  await page.reload();
  await waitUntilAlive(page);
  const bar = paymentsBar(page);
  await bar.getByText('Your membership: confirmed. Usually takes 15 to 30 seconds.').waitFor();
  await bar.getByRole('button', { name: 'Show: Your membership' }).click();
  await bar.waitFor({ state: 'detached' });
  await societyOf(page).getByText('Confirmed (reached)').waitFor();
  expect(await societyOf(page).getByLabel('Transaction hash').inputValue()).toBe(hash);
  await societyOf(page).getByRole('button', { name: 'Close' }).click();
  await web.chain.setDelays(AT_ONCE);
  await web.chain.setDelays({ signature: hash, ...AT_ONCE });
  const toast = await waitForToast(page, 'Transaction Verified!', "Welcome to Santa's Alpha Group!");
  await toast.getByRole('button', { name: 'Show my invite' }).click();
  await chatLink(societyOf(page)).waitFor();
});

test.each([
  { has: { list: 749_999n }, says: 'This wallet holds 749,999 LIST; you need 750,000 LIST.' },
  { has: { list: 750_000n, sol: 0.000_892 }, says: 'this wallet holds 0.000892 SOL.' },
])('shows what the wallet lacks: $says', async ({ has, says }) => {
  const { modal } = await openModal({ wallet: { keys: [await web.holder(has)] } });
  await connect(modal);
  await modal.getByRole('button', { name: 'Pay 750,000 LIST' }).click();
  await modal.getByText(says).waitFor();
});

test('a phone reads the payment from the Solana Pay code', async () => {
  const { page } = await web.open('/');
  const answered = page.waitForResponse((response) => response.url().endsWith(generateBurnAddress.path));
  const modal = await openSociety(page);
  const { paymentUrl } = (await (await answered).json()) as { paymentUrl: string };
  const code = modal.getByRole('img', { name: 'Solana Pay code: membership fee' });
  const scanned = (await readQrCode(code)) ?? '';
  expect(await modal.getByRole('link', { name: 'Open in wallet' }).getAttribute('href')).toBe(scanned);
  const query = new URL(scanned).searchParams;
  // No one asks a wallet on a phone whether it is a member.
  await modal.getByText("Already a member? Press “I'm already a member” below").waitFor();
  // The specification's call offers the same.
  const offered = new URL(paymentUrl);
  expect(new URL(scanned).pathname).toBe(offered.pathname);
  expect(Object.fromEntries(query)).toEqual(Object.fromEntries(offered.searchParams));
  expect(query.get('amount')).toBe('750000');
  expect(query.get('memo')).toBe(await memoOf(modal));
});

test('a payment that cannot be accepted shows the text of the catalogue', async () => {
  const { page, modal } = await openModal();
  const burnAddress = (await modal.locator('code').first().getAttribute('title')) ?? '';
  const memo = await memoOf(modal);
  const tooLittle = await web.pay({ to: burnAddress, memo, tokens: 5n });
  const { page: otherPage, modal: otherModal } = await openModal();
  const payer = await web.holder({ list: 750_000n });
  const used = await web.pay({ to: burnAddress, memo: await memoOf(otherModal), by: payer });
  await toVerification(modal);

  await verifyFee(modal, 'certainly-no-hash');
  await waitForToast(page, 'Verification Failed', membershipTexts.invalidHash);
  // Too little is no failure: it counts, and the page asks for the rest.
  await verifyFee(modal, tooLittle);
  await waitForToast(page, 'Part of the payment arrived');
  await modal.getByText('5 of 750,000 LIST arrived; 749,995 missing.').waitFor();
  await toVerification(modal);

  await toVerification(otherModal);
  await verifyFee(otherModal, used);
  await waitForToast(otherPage, 'Transaction Verified!');
  await verifyFee(modal, used);
  await waitForToast(page, 'Verification Failed', membershipTexts.alreadyUsed);
  await modal.getByText('Trying again will not change this.').waitFor();
});

test.each([
  [
    { status: 200, json: { success: false, message: 'It has already been used' } },
    membershipTexts.alreadyUsed,
  ],
  [{ status: 400, json: { message: 'has already been used' } }, membershipTexts.usedForAnother],
])('a refusal or an error of the server shows the text of the catalogue', async (answer, said) => {
  const { page, modal } = await openModal();
  await toVerification(modal);
  await page.route(`**${verifyTransaction.path}`, (route) => route.fulfill(answer));
  await verifyFee(modal, UNKNOWN_HASH);
  await waitForToast(page, 'Verification Failed', said);
});

test('by keyboard only: opened, tabbed through in a cycle, closed with Escape, and the focus returns', async () => {
  const { page } = await web.open('/');
  const opener = page.getByRole('button', { name: 'Join the Secret Sausage Society' });
  await waitUntilAlive(page);
  await opener.focus();
  await page.keyboard.press('Enter');
  const modal = societyOf(page);
  await modal.getByText('750,000 LIST').first().waitFor();
  const isInside = () => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null);
  expect(await isInside()).toBe(true);
  await page.keyboard.press('Tab');
  const stops = [await stop(page)];
  do {
    await page.keyboard.press('Tab');
    stops.push(await stop(page));
    expect(await isInside(), stops.join(', ')).toBe(true);
    expect(stops.length, stops.join(', ')).toBeLessThan(20);
  } while (stops.at(-1) !== stops[0]);
  // Forwards and backwards over all tab stops.
  expect(new Set(stops).size).toBe(stops.length - 1);
  await page.keyboard.press('Escape');
  await modal.waitFor({ state: 'detached' });
  await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('each step on a phone and a desktop has no axe violation and no horizontal scroll', async () => {
  const key: Keypair = await web.holder({ list: 750_000n });
  const { page } = await web.open('/', { viewport: PHONE, wallet: { keys: [key] } });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page
    .getByRole('navigation', { name: 'Menu' })
    .getByRole('button', { name: 'Sausage Society' })
    .click();
  const modal = societyOf(page);
  await modal.getByText('750,000 LIST').first().waitFor();
  await expectSound(page, 'society', SIZES);
  await connect(modal);
  await modal.getByRole('button', { name: 'Pay 750,000 LIST' }).waitFor();
  await expectSound(page, 'society', SIZES);
  await toVerification(modal);
  await modal.getByRole('button', { name: 'Verify Transaction' }).click();
  await modal.getByText(membershipTexts.hashRequired).waitFor();
  await expectSound(page, 'society', SIZES);
  await modal.getByRole('button', { name: 'Back' }).click();
  await web.chain.setDelays({ finalizeMs: HELD_MS });
  await modal.getByRole('button', { name: 'Pay 750,000 LIST' }).click();
  await modal.getByText('Confirmed (reached)').waitFor();
  await expectSound(page, 'society', SIZES);
  await web.chain.reset();
  await chatLink(modal).waitFor();
  await expectSound(page, 'society', SIZES);
});

/** The page closes a stream without events after this time. */
const SILENCE_MS = 20_000;

/** Returns a function that silences live streams: they send no more events, and do not end. */
async function letStreamsFallSilent(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript(() => {
    let isHushed = false;
    Object.assign(window, {
      hush: () => {
        isHushed = true;
      },
    });
    const Stream = window.EventSource;
    window.EventSource = class extends Stream {
      constructor(url: string | URL) {
        super(url);
        for (const kind of ['message', 'error', 'open']) {
          this.addEventListener(kind, (event) => isHushed && event.stopImmediatePropagation());
        }
      }
    };
  });
  return () => page.evaluate(() => (Reflect.get(window, 'hush') as () => void)());
}

test('a silent live stream is closed after 20 seconds, and the page polls instead', async () => {
  const { uniqueBurnAddress } = await web.report({ username: 'silent_elf' });
  const hash = await web.burn({ memo: uniqueBurnAddress });
  await web.chain.setDelays({ signature: hash, finalizeMs: HELD_MS });
  const { page } = await web.visit();
  const hush = await letStreamsFallSilent(page);
  await page.clock.install();
  const card = await visitRemoval(page, 'silent_elf');
  await verify(card, hash);
  await card.getByText('Confirmed (reached)').waitFor();
  await card.getByText('Usually takes 15 to 30 seconds.').waitFor();
  await hush();
  await web.chain.setDelays({ signature: hash, ...AT_ONCE });
  await expect.poll(() => web.listedNames()).not.toContain('silent_elf');
  expect(await card.getByText('Confirmed (reached)').count()).toBe(1);
  await page.clock.fastForward(SILENCE_MS);
  await waitForToast(page, 'Report Removed Successfully');
  await cardOf(page, 'silent_elf').waitFor({ state: 'detached' });
});

test('the society dialog offline: no address but a note, and the address once online', async () => {
  const { page, modal } = await openModal();
  await page.keyboard.press('Escape');
  await modal.waitFor({ state: 'detached' });
  await page.context().setOffline(true);
  await openSociety(page);
  await modal.getByText('No address to pay to').waitFor();
  await modal.getByText('Check your connection and try again.').waitFor();
  await page.getByText("You're offline.").waitFor();
  await page.context().setOffline(false);
  await modal.getByRole('button', { name: 'Try again' }).click();
  await modal.getByText(/^LISTCLUB-\w+$/).waitFor();
  expect(await modal.getByText('No address to pay to').count()).toBe(0);
});

test('a payment shown while offline is kept, and verified once online', async () => {
  const { page, modal } = await openModal();
  const memo = await memoOf(modal);
  const to = (await modal.locator('code').first().getAttribute('title')) ?? '';
  await toVerification(modal);
  await page.context().setOffline(true);
  const hash = await web.pay({ to, memo });
  await verifyFee(modal, hash);
  await modal.getByText("You're offline. Santa will hold your place").waitFor();
  await page.keyboard.press('Escape');
  await modal.waitFor({ state: 'detached' });
  const again = await openSociety(page);
  expect(await again.getByLabel('Transaction hash').inputValue()).toBe(hash);
  await page.context().setOffline(false);
  await chatLink(again).waitFor();
});

/** Whether a toast covers an element, after its animation. */
async function isCovered(page: Page, element: Locator): Promise<boolean> {
  await toastOf(page).evaluate((toast) => Promise.all(toast.getAnimations().map(({ finished }) => finished)));
  const [toast, box] = [await toastOf(page).boundingBox(), await element.boundingBox()];
  if (!toast || !box) throw new Error('the toast or what it may cover is gone');
  return toast.y < box.y + box.height && box.y < toast.y + toast.height;
}

test('on a phone, the error of a payment covers neither the advice nor the field', async () => {
  await web.report({ username: 'covered_elf' });
  const { page } = await web.visit({ viewport: PHONE });
  const card = await visitRemoval(page, 'covered_elf');
  await verify(card, 'certainly-no-hash');
  // A hovered toast stays open.
  await (await waitForToast(page, 'Verification Failed')).hover();
  const advice = card.getByText('Copy the whole transaction hash');
  await advice.scrollIntoViewIfNeeded();
  expect(await isCovered(page, advice)).toBe(false);
  await toastOf(page).getByRole('button', { name: 'Close' }).click();

  const modal = await openSociety(page);
  await toVerification(modal);
  await verifyFee(modal, 'certainly-no-hash');
  await (await waitForToast(page, 'Verification Failed')).hover();
  for (const seen of [modal.getByText('Your hash is kept'), modal.getByLabel('Transaction hash')])
    expect(await isCovered(page, seen)).toBe(false);
});

test('on a phone, its own wallet comes first, and the code for another device on request', async () => {
  const { page } = await web.open('/', { viewport: PHONE });
  const modal = await openSociety(page);
  const link = await modal.getByRole('link', { name: 'Open in wallet' }).boundingBox();
  expect((link?.y ?? PHONE.height) + (link?.height ?? 0)).toBeLessThan(PHONE.height / 2);
  const code = modal.getByRole('img', { name: 'Solana Pay code: membership fee' });
  expect(await code.isVisible()).toBe(false);
  await modal.getByRole('button', { name: 'Show the QR code' }).click();
  await code.waitFor();
  await modal.getByRole('button', { name: 'Hide the QR code' }).click();
  await code.waitFor({ state: 'hidden' });

  const byHand = modal.getByRole('region', { name: 'Send manually' });
  for (const name of ["Project's wallet", 'Memo']) await byHand.getByRole('heading', { name }).waitFor();
  await byHand.getByRole('button', { name: 'Copy address' }).click();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  const shown = await byHand.locator('code').first().textContent();
  expect(shown).toBe(`${address.slice(0, 6)}…${address.slice(-6)}`);
  const lookUp = await byHand.getByRole('link', { name: 'View on explorer' }).getAttribute('href');
  expect(lookUp).toContain(`explorer.solana.com/address/${address}`);
});
