import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually } from './eventually.ts';
import { cardOf, openRemoval, openSociety, toastOf, verify, waitForToast } from './page-parts.ts';
import { AT_ONCE, HELD_MS, PHONE, startWeb } from './web-under-test.ts';

/** The page closes a stream without events after this time. */
const SILENCE_MS = 20_000;

// Only the page claims pasted hashes.
const web = closeAfterAll(await startWeb({ WATCH_FROM: 'never' }));

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
  await page.goto('/');
  const card = await openRemoval(page, 'silent_elf');
  await verify(card, hash);
  await card.getByText('Confirmed (reached)').waitFor();
  await card.getByText('Usually takes 15 to 30 seconds.').waitFor();
  await hush();
  await web.chain.setDelays({ signature: hash, ...AT_ONCE });
  await eventually(web.listedNames).not.toContain('silent_elf');
  expect(await card.getByText('Confirmed (reached)').count()).toBe(1);
  await page.clock.fastForward(SILENCE_MS);
  await waitForToast(page, 'Report Removed Successfully');
  await cardOf(page, 'silent_elf').waitFor({ state: 'detached' });
});

test('without live streams, the page polls from the start', async () => {
  const { uniqueBurnAddress } = await web.report({ username: 'asking_elf' });
  const hash = await web.burn({ memo: uniqueBurnAddress });
  const { page } = await web.visit();
  await page.route('**/api/verifications/*/events', (route) => route.abort());
  await page.goto('/');
  await verify(await openRemoval(page, 'asking_elf'), hash);
  await waitForToast(page, 'Report Removed Successfully');
});

test('the society dialog offline: no address but a note, and the address once online', async () => {
  const { page } = await web.visit();
  await page.goto('/');
  let modal = await openSociety(page);
  await modal.getByText('750,000 LIST').first().waitFor();
  await page.keyboard.press('Escape');
  await modal.waitFor({ state: 'detached' });
  await page.context().setOffline(true);
  modal = await openSociety(page);
  await modal.getByText('No burn address').waitFor();
  await modal.getByText('Check your connection and try again.').waitFor();
  await page.getByText("You're offline.").waitFor();
  await page.context().setOffline(false);
  await modal.getByRole('button', { name: 'Try again' }).click();
  await modal.getByText(/^LISTCLUB-\w+$/).waitFor();
  expect(await modal.getByText('No burn address').count()).toBe(0);
});

test('a payment shown while offline is kept, and verified once online', async () => {
  const { page } = await web.visit();
  await page.goto('/');
  const modal = await openSociety(page);
  const memo = (await modal.getByText(/^LISTCLUB-\w+$/).textContent()) ?? '';
  const to = (await modal.locator('code').first().getAttribute('title')) ?? '';
  await modal.getByRole('button', { name: "I've Sent the Tokens - Verify Now" }).click();
  await page.context().setOffline(true);
  const hash = await web.pay({ to, memo });
  await modal.getByLabel('Transaction hash').fill(hash);
  await modal.getByRole('button', { name: 'Verify Transaction' }).click();
  await modal.getByText("You're offline. Santa will hold your place").waitFor();
  await page.keyboard.press('Escape');
  await modal.waitFor({ state: 'detached' });
  const again = await openSociety(page);
  expect(await again.getByLabel('Transaction hash').inputValue()).toBe(hash);
  await page.context().setOffline(false);
  await again.getByRole('link', { name: 'Join the private chat' }).waitFor();
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
  await page.goto('/');
  const card = await openRemoval(page, 'covered_elf');
  await verify(card, 'certainly-no-hash');
  // A hovered toast stays open.
  await (await waitForToast(page, 'Verification Failed')).hover();
  const advice = card.getByText('Copy the whole transaction hash');
  await advice.scrollIntoViewIfNeeded();
  expect(await isCovered(page, advice)).toBe(false);
  await toastOf(page).getByRole('button', { name: 'Close' }).click();

  const modal = await openSociety(page);
  await modal.getByRole('button', { name: "I've Sent the Tokens - Verify Now" }).click();
  await modal.getByLabel('Transaction hash').fill('certainly-no-hash');
  await modal.getByRole('button', { name: 'Verify Transaction' }).click();
  await (await waitForToast(page, 'Verification Failed')).hover();
  for (const seen of [modal.getByText('Your hash is kept'), modal.getByLabel('Transaction hash')])
    expect(await isCovered(page, seen)).toBe(false);
});

test('on a phone, its own wallet comes first, and the code for another device on request', async () => {
  const { page } = await web.visit({ viewport: PHONE });
  await page.goto('/');
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
  for (const name of ['Burn address', 'Memo']) await byHand.getByRole('heading', { name }).waitFor();
  await byHand.getByRole('button', { name: 'Copy burn address' }).click();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  const shown = await byHand.locator('code').first().textContent();
  expect(shown).toBe(`${address.slice(0, 6)}…${address.slice(-6)}`);
  const lookUp = await byHand.getByRole('link', { name: 'View on explorer' }).getAttribute('href');
  expect(lookUp).toContain(`explorer.solana.com/address/${address}`);
});
