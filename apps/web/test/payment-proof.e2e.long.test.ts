import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { Keypair } from '@solana/web3.js';
import bs58 from 'bs58';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pressOn, stop } from './keyboard-walk.ts';
import {
  chatLink,
  expectSound,
  messageIn,
  openSociety,
  paymentsBar,
  sendSignature,
  signElsewhere,
  toVerification,
  verify,
  verifyFee,
  visitRemoval,
  waitForToast,
  waitUntilAlive,
} from './page-parts.ts';
import { LIST_NEEDED, payInEveryWay } from './payments-of-every-kind.ts';
import {
  burnButton,
  connect,
  injectStandardWallet,
  setRejecting,
  shortened,
  signText,
  walletCalls,
} from './wallets.ts';
import { PHONE, startWeb, type VisitOptions } from './web-under-test.ts';

const web = closeAfterAll(await startWeb());

const panelOf = (within: Locator) => within.getByRole('region', { name: 'One more step' });
const signButton = (panel: Locator | Page) =>
  panel.getByRole('button', { name: 'Sign with the wallet that paid' });
/** A report, a burn without a reference, and the removal panel asking for a signature. */
async function burnedWithoutReference(page: Page, username: string, key: Keypair) {
  await web.report({ username });
  const hash = await web.burn({ by: key });
  const card = await visitRemoval(page, username);
  await verify(card, hash);
  const panel = panelOf(card);
  await panel.getByText(`The wallet that paid: ${shortened(key)}`).waitFor();
  return { card, panel, hash };
}

test('a burn without a reference: a wrong wallet and a rejection are shown, and the paying wallet removes the report', async () => {
  const [payer, other] = [await web.holder({ list: 1_000_000n }), Keypair.generate()];
  const { page } = await web.visit({ wallet: { keys: [other, payer] } });
  const { card, panel } = await burnedWithoutReference(page, 'unnamed_burn', payer);
  await panel.getByText('Anyone could paste the hash of this payment here.').waitFor();
  expect(await burnButton(card).count()).toBe(0);
  await connect(panel);
  await panel.getByText('This is another wallet.').waitFor();
  await panel.getByText(shortened(other)).waitFor();
  expect(await signButton(panel).count()).toBe(0);

  const switchTo = payer.publicKey.toBase58();
  await page.evaluate((address) => window.walletOfTest.emit('accountChanged', address), switchTo);
  await setRejecting(page, true);
  await signButton(panel).click();
  await panel.getByText('You declined in your wallet. Nothing was sent, and nothing is lost.').waitFor();
  expect(await web.listedNames()).toContain('unnamed_burn');
  await setRejecting(page, false);
  await signButton(panel).click();
  await waitForToast(page, 'Report Removed Successfully');
  expect((await walletCalls(page)).filter((call) => call === 'sign message')).toHaveLength(2);
  expect(await web.listedNames()).not.toContain('unnamed_burn');
});

test('a hardware key signs in its envelope after a reload, which shows the pending proof, by keyboard only', async () => {
  const payer = await web.holder({ list: 1_000_000n });
  const { page } = await web.visit();
  const envelope = Buffer.from([0xff, ...Buffer.from('solana offchain'), 1, 1, ...payer.publicKey.toBytes()]);
  await injectStandardWallet(page, { name: 'Sleigh Wallet', keys: [payer], envelope });
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
  await expectSound(page, 'before');
  await panel.getByRole('button', { name: 'Sign somewhere else' }).click();
  const message = (await messageIn(panel).textContent()) ?? '';
  expect(message).toContain(payer.publicKey.toBase58());
  await panel.getByRole('button', { name: 'Copy command' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `solana sign-offchain-message '${message}'`,
  );
  const send = panel.getByRole('button', { name: 'Send the signature' });
  await send.click();
  await panel.getByText('Paste the signature first.').waitFor();
  await expectSound(page, 'unfolded');

  const field = panel.getByLabel('Signature', { exact: true });
  const wrong = signText(Keypair.generate(), message);
  await sendSignature(panel, wrong);
  await waitForToast(page, 'Signature not accepted');
  await panel.getByText('Not accepted', { exact: true }).waitFor();
  expect(await field.inputValue()).toBe(wrong);
  await expectSound(page, 'refused');
  const latest = (await messageIn(panel).textContent()) ?? '';
  await sendSignature(panel, `  ${bs58.encode(Buffer.from(signText(payer, latest), 'base64'))}\n`);
  await waitForToast(page, 'Report Removed Successfully');
});

test('a wallet without message signing is reported; an expired message is renewed; a lost connection is shown', async () => {
  const payer = await web.holder({ list: 1_000_000n });
  const { page } = await web.visit({ wallet: { keys: [payer], signsMessages: false } });
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
  const message = messageIn(panel);
  const first = await message.textContent();
  await page.clock.fastForward('24:00:00');
  await panel.getByText('This message has expired.').waitFor();
  await page.clock.setSystemTime(new Date());
  await panel.getByRole('button', { name: 'Get a new message' }).click();
  await expect.poll(() => message.textContent()).not.toBe(first);
});

async function openOffer(options?: VisitOptions): Promise<{ page: Page; modal: Locator }> {
  const { page } = await web.open('/', options);
  const modal = await openSociety(page);
  await modal.getByText(/^LISTCLUB-\w+$/).waitFor();
  return { page, modal };
}

test('a fee without a reference is proven by a signature; in another browser the same wallet is warned, and opens the chat', async () => {
  const payer = await web.holder({ list: 1_500_000n });
  const { page, modal } = await openOffer({ wallet: { keys: [payer] } });
  const to = (await modal.locator('code').first().getAttribute('title')) ?? '';
  const hash = await web.pay({ to, by: payer });
  await toVerification(modal);
  await verifyFee(modal, hash);
  const panel = panelOf(modal);
  await panel.getByText(`The wallet that paid: ${shortened(payer)}`).waitFor();
  await page.keyboard.press('Escape');
  await page.reload();
  await paymentsBar(page).getByText('Your membership: waiting for your signature.').waitFor();
  await paymentsBar(page).getByRole('button', { name: 'Show: Your membership' }).click();
  await expectSound(page, 'membership to sign for');
  await connect(panel);
  await signButton(panel).click();
  await waitForToast(page, 'Transaction Verified!');
  const link = await chatLink(modal).getAttribute('href');

  const wallet = { keys: [payer], connected: true };
  const { page: other, modal: second } = await openOffer({ viewport: PHONE, wallet });
  await second.getByText('This wallet is already a member.').waitFor();
  expect(await second.getByRole('button', { name: 'Pay 750,000 LIST' }).count()).toBe(0);
  await expectSound(other, 'warned');
  await second.getByRole('button', { name: 'Sign instead of paying' }).click();
  await signButton(second).waitFor();
  await expectSound(other, 'sign in as a member');
  await signButton(second).click();
  await chatLink(second).waitFor();
  expect(await chatLink(second).getAttribute('href')).toBe(link);
});

test('a wallet that is no member is rejected, and a member signs elsewhere', async () => {
  const member = await web.holder({ list: 750_000n });
  const { modal: first } = await openOffer();
  const to = (await first.locator('code').first().getAttribute('title')) ?? '';
  const memo = (await first.getByText(/^LISTCLUB-\w+$/).textContent()) ?? '';
  const hash = await web.pay({ to, memo, by: member });
  await toVerification(first);
  await verifyFee(first, hash);
  await chatLink(first).waitFor();

  const wallet = { keys: [Keypair.generate()], connected: true };
  const { page, modal } = await openOffer({ viewport: PHONE, wallet });
  await modal.getByRole('button', { name: "I'm already a member" }).click();
  await signButton(modal).click();
  await modal.getByText('This wallet is not a member.').waitFor();

  const message = await signElsewhere(modal, member.publicKey.toBase58());
  await sendSignature(modal, signText(member, message));
  await chatLink(modal).waitFor();
  await page.reload();
  await waitUntilAlive(page);
  expect(await paymentsBar(page).count()).toBe(0);
});

const payer = await web.holder({ list: LIST_NEEDED });

const entry = (page: Page, subject: RegExp): Locator =>
  page.getByRole('listitem').filter({ hasText: subject });
const SIZES = [PHONE, { width: 1280, height: 800 }];
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
  const { page } = await web.open('/payments', { complains: false, wallet: { keys: [payer] } });
  const opened = page.getByRole('heading', { name: /payments? from/ });
  const free = { name: 'Wrongly listed? Appeal for free' };
  await page.getByRole('main').getByRole('link', free).waitFor();
  await pressOn(page, page.getByRole('main').getByRole('button', { name: 'Connect wallet' }));
  await pressOn(page, signButton(page));
  await opened.waitFor();
  expect(await stop(page)).toContain(`payments from ${shortened(payer)}`);
  // Until the watcher has found the late payment, and it is a credit.
  const credited = async () => {
    if (await page.getByText(/^Credit until/).isVisible()) return true;
    await page.getByRole('button', { name: 'Show another wallet' }).click();
    await signButton(page).click();
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
  await expectSound(page, 'payments', SIZES);
  const membership = entry(page, /Membership in the Secret Sausage Society/);
  await membership.getByText('750,000 LIST').waitFor();
  await membership.getByRole('link', { name: 'Receipt: Membership' }).click();
  await page.getByRole('heading', { name: 'Receipt for a membership' }).waitFor();
  await page.getByRole('heading', { name: 'Check it yourself' }).waitFor();
  expect((await page.reload())?.status()).toBe(200);
  // The list is gone after leaving the page, and there is no cookie.
  await page.getByRole('link', { name: 'Your other payments and their receipts' }).click();
  await signButton(page).waitFor();
  expect(await page.getByText('@paid_grinch').count()).toBe(0);
  expect(await page.context().cookies()).toEqual([]);
});

test('on a phone, signed elsewhere: another wallet’s signature is rejected, and a wallet without payments gets an empty list with possible reasons', async () => {
  const wallet = Keypair.generate();
  const { page } = await web.open('/payments', { viewport: PHONE, hasTouch: true, isMobile: true });
  await expectSound(page, 'payments', SIZES);
  await page.setViewportSize(PHONE);
  const text = await signElsewhere(page, wallet.publicKey.toBase58());
  expect(text).toContain(`${new URL(web.stack.url).host} wants you to sign in with your Solana account:`);
  expect(text).toContain('I want to see the payments of this wallet.');
  await sendSignature(page, signText(payer, text));
  await page.getByText('Not accepted', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Get the message' }).click();
  await expect.poll(() => messageIn(page).textContent()).not.toBe(text);
  await sendSignature(page, signText(wallet, (await messageIn(page).textContent()) ?? ''));
  await page.getByRole('heading', { name: `No payments from ${shortened(wallet)}` }).waitFor();
  await page.getByRole('heading', { name: 'Is one missing?' }).waitFor();
  await expectSound(page, 'payments', SIZES);
  await page.getByRole('button', { name: 'Show another wallet' }).click();
  await page.getByRole('button', { name: 'Sign somewhere else' }).waitFor();
});

test('after a failed response, the same signature is sent again', async () => {
  const { page } = await web.open('/payments', { wallet: { keys: [payer], connected: true } });
  await page.route('**/api/own-payments', (route) => route.abort());
  await signButton(page).click();
  await page.getByText("Your payments didn't load").waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: /payments from/ }).waitFor();
  expect((await walletCalls(page)).filter((call) => call === 'sign message')).toHaveLength(1);
});
