import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { Keypair } from '@solana/web3.js';
import bs58 from 'bs58';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  axeViolations,
  openRemoval,
  openSociety,
  paymentsBar,
  sticksOut,
  untilStill,
  verify,
  waitForToast,
  waitUntilAlive,
} from './page-parts.ts';
import {
  burnButton,
  connect,
  injectPhantom,
  injectStandardWallet,
  shortened,
  signText,
  walletCalls,
} from './wallets.ts';
import { DESKTOP, PHONE, startWeb } from './web-under-test.ts';

const web = closeAfterAll(await startWeb());

const panelOf = (within: Locator) => within.getByRole('region', { name: 'One more step' });
const signButton = (panel: Locator) => panel.getByRole('button', { name: 'Sign with the wallet that paid' });
async function expectAccessible(page: Page, where: string): Promise<void> {
  await untilStill(page);
  expect(await axeViolations(page), where).toEqual([]);
}

/** A report, a burn without a reference, and the removal panel asking for a signature. */
async function burnedWithoutReference(page: Page, username: string, key: Keypair) {
  await web.report({ username });
  const hash = await web.burn({ by: key });
  await page.goto('/');
  const card = await openRemoval(page, username);
  await verify(card, hash);
  const panel = panelOf(card);
  await panel.getByText(`The wallet that paid: ${shortened(key)}`).waitFor();
  return { card, panel, hash };
}

test('a burn without a reference: a wrong wallet and a rejection are shown, and the paying wallet removes the report', async () => {
  const [payer, other] = [await web.holder({ list: 1_000_000n }), Keypair.generate()];
  const { page } = await web.visit();
  await injectPhantom(page, { keys: [other, payer] });
  const { card, panel } = await burnedWithoutReference(page, 'unnamed_burn', payer);
  await panel.getByText('Anyone could paste the hash of this payment here.').waitFor();
  expect(await burnButton(card).count()).toBe(0);
  await connect(panel);
  await panel.getByText('This is another wallet.').waitFor();
  await panel.getByText(shortened(other)).waitFor();
  expect(await signButton(panel).count()).toBe(0);

  const switchTo = payer.publicKey.toBase58();
  await page.evaluate((address) => window.walletOfTest.emit('accountChanged', address), switchTo);
  await page.evaluate(() => {
    window.walletOfTest.rejects = true;
  });
  await signButton(panel).click();
  await panel.getByText('You declined in your wallet. Nothing was sent, and nothing is lost.').waitFor();
  expect(await web.listedNames()).toContain('unnamed_burn');
  await page.evaluate(() => {
    window.walletOfTest.rejects = false;
  });
  await signButton(panel).click();
  await waitForToast(page, 'Report Removed Successfully');
  expect((await walletCalls(page)).filter((call) => call === 'sign message')).toHaveLength(2);
  expect(await web.listedNames()).not.toContain('unnamed_burn');
});

test('a Wallet Standard wallet signs after a reload, which shows the pending proof, by keyboard only', async () => {
  const payer = await web.holder({ list: 1_000_000n });
  const { page } = await web.visit();
  await injectStandardWallet(page, { name: 'Sleigh Wallet', keys: [payer] });
  const { card } = await burnedWithoutReference(page, 'after_reload', payer);
  await page.reload();
  await paymentsBar(page).getByText('Removal of @after_reload: waiting for your signature.').waitFor();
  const panel = panelOf(card);
  await panel.getByRole('button', { name: 'Connect wallet' }).focus();
  await page.keyboard.press('Enter');
  await signButton(panel).focus();
  await page.keyboard.press('Enter');
  await waitForToast(page, 'Report Removed Successfully');
  await paymentsBar(page).waitFor({ state: 'detached' });
});

test('a signature from elsewhere is pasted on a phone; a wrong one shows an error, and is kept', async () => {
  const payer = await web.holder({ list: 1_000_000n });
  const { page } = await web.visit({ viewport: PHONE, hasTouch: true, isMobile: true });
  const { panel } = await burnedWithoutReference(page, 'signed_abroad', payer);
  await expectAccessible(page, 'before');
  await panel.getByRole('button', { name: 'Sign somewhere else' }).click();
  const message =
    (await panel.getByRole('figure', { name: 'The message' }).locator('pre').textContent()) ?? '';
  expect(message).toContain(payer.publicKey.toBase58());
  await panel.getByRole('button', { name: 'Copy command' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `solana sign-offchain-message '${message}'`,
  );
  const send = panel.getByRole('button', { name: 'Send the signature' });
  await send.click();
  await panel.getByText('Paste the signature first.').waitFor();
  expect(await sticksOut(page)).toEqual([]);
  await expectAccessible(page, 'unfolded');

  const field = panel.getByLabel('Signature', { exact: true });
  const wrong = signText(Keypair.generate(), message);
  await field.fill(wrong);
  await send.click();
  await waitForToast(page, 'Signature not accepted');
  await panel.getByText('Not accepted', { exact: true }).waitFor();
  expect(await field.inputValue()).toBe(wrong);
  await expectAccessible(page, 'refused');
  const latest =
    (await panel.getByRole('figure', { name: 'The message' }).locator('pre').textContent()) ?? '';
  await field.fill(`  ${bs58.encode(Buffer.from(signText(payer, latest), 'base64'))}\n`);
  await send.click();
  await waitForToast(page, 'Report Removed Successfully');
});

test('a wallet without message signing is reported; an expired message is renewed; a lost connection is shown', async () => {
  const payer = await web.holder({ list: 1_000_000n });
  const { page } = await web.visit();
  await injectPhantom(page, { keys: [payer], signsMessages: false });
  await page.clock.install();
  const { panel } = await burnedWithoutReference(page, 'slow_signer', payer);
  await connect(panel);
  await page.clock.runFor(200);
  await page.route('**/payment-proof', (route) => route.abort());
  await signButton(panel).click();
  await panel.getByText('The workshop could not be reached.').waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await signButton(panel).click();
  await panel.getByText('This wallet cannot sign messages').waitFor();

  await panel.getByRole('button', { name: 'Sign somewhere else' }).click();
  const message = panel.getByRole('figure', { name: 'The message' }).locator('pre');
  const first = await message.textContent();
  await page.clock.fastForward('24:00:00');
  await panel.getByText('This message has expired.').waitFor();
  await page.clock.setSystemTime(new Date());
  await panel.getByRole('button', { name: 'Get a new message' }).click();
  await expect.poll(() => message.textContent()).not.toBe(first);
});

const chatLink = (modal: Locator) => modal.getByRole('link', { name: 'Join the private chat' });

async function openOffer(page: Page): Promise<Locator> {
  await page.goto('/');
  const modal = await openSociety(page);
  await modal.getByText(/^LISTCLUB-\w+$/).waitFor();
  return modal;
}

test('a fee without a reference is proven by a signature; in another browser the same wallet is warned, and opens the chat', async () => {
  const payer = await web.holder({ list: 1_500_000n });
  const { page } = await web.visit();
  await injectPhantom(page, { keys: [payer] });
  const modal = await openOffer(page);
  const to = (await modal.locator('code').first().getAttribute('title')) ?? '';
  const hash = await web.pay({ to, by: payer });
  await modal.getByRole('button', { name: "I've Sent the Tokens - Verify Now" }).click();
  await modal.getByLabel('Transaction hash').fill(hash);
  await modal.getByRole('button', { name: 'Verify Transaction' }).click();
  const panel = panelOf(modal);
  await panel.getByText(`The wallet that paid: ${shortened(payer)}`).waitFor();
  await page.keyboard.press('Escape');
  await page.reload();
  await paymentsBar(page).getByText('Your membership: waiting for your signature.').waitFor();
  await paymentsBar(page).getByRole('button', { name: 'Show: Your membership' }).click();
  await expectAccessible(page, 'membership to sign for');
  await connect(panel);
  await signButton(panel).click();
  await waitForToast(page, 'Transaction Verified!');
  const link = await chatLink(modal).getAttribute('href');

  const other = await web.visit({ viewport: PHONE });
  await injectPhantom(other.page, { keys: [payer], connected: true });
  const second = await openOffer(other.page);
  await second.getByText('This wallet is already a member.').waitFor();
  expect(await second.getByRole('button', { name: 'Pay 750,000 LIST' }).count()).toBe(0);
  await expectAccessible(other.page, 'warned');
  await second.getByRole('button', { name: 'Sign instead of paying' }).click();
  await signButton(second).waitFor();
  await expectAccessible(other.page, 'sign in as a member');
  expect(await sticksOut(other.page)).toEqual([]);
  await signButton(second).click();
  await chatLink(second).waitFor();
  expect(await chatLink(second).getAttribute('href')).toBe(link);
});

test('a wallet that is no member is rejected, and a member signs elsewhere', async () => {
  const member = await web.holder({ list: 750_000n });
  const { page: paying } = await web.visit({ viewport: DESKTOP });
  const first = await openOffer(paying);
  const to = (await first.locator('code').first().getAttribute('title')) ?? '';
  const memo = (await first.getByText(/^LISTCLUB-\w+$/).textContent()) ?? '';
  const hash = await web.pay({ to, memo, by: member });
  await first.getByRole('button', { name: "I've Sent the Tokens - Verify Now" }).click();
  await first.getByLabel('Transaction hash').fill(hash);
  await first.getByRole('button', { name: 'Verify Transaction' }).click();
  await chatLink(first).waitFor();

  const stranger = Keypair.generate();
  const { page } = await web.visit({ viewport: PHONE });
  await injectPhantom(page, { keys: [stranger], connected: true });
  const modal = await openOffer(page);
  await modal.getByRole('button', { name: "I'm already a member" }).click();
  await signButton(modal).click();
  await modal.getByText('This wallet is not a member.').waitFor();

  await modal.getByRole('button', { name: 'Sign somewhere else' }).click();
  await modal.getByLabel('Address of the wallet that paid').fill(member.publicKey.toBase58());
  await modal.getByRole('button', { name: 'Get the message' }).click();
  const shown = modal.getByRole('figure', { name: 'The message' }).locator('pre');
  const message = (await shown.textContent()) ?? '';
  await modal.getByLabel('Signature', { exact: true }).fill(signText(member, message));
  await modal.getByRole('button', { name: 'Send the signature' }).click();
  await chatLink(modal).waitFor();
  await page.reload();
  await waitUntilAlive(page);
  expect(await paymentsBar(page).count()).toBe(0);
});
