import { intentTexts } from '@naughty-list/contracts/payment-intents';
import { removalTexts, removeByBurn } from '@naughty-list/contracts/removal';
import { getTokenConfig } from '@naughty-list/contracts/token-config';
import { getVerification } from '@naughty-list/contracts/verifications';
import { associatedTokenAddress } from '@naughty-list/local-chain/token-instructions';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { Connection, type Keypair, PublicKey } from '@solana/web3.js';
import type { Locator, Page, Route } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { openRemoval, openSociety, verify, waitForToast } from './page-parts.ts';
import { phoneWallet } from './phone-wallet.ts';
import { readQrCode } from './read-qr-code.ts';
import { burnButton, type InjectedOptions, injectPhantom } from './wallets.ts';
import { HELD_MS, startWeb } from './web-under-test.ts';

// A wallet with enough for two payments, in two browsers and on a phone, must pay once.

const web = closeAfterAll(await startWeb());

afterEach(() => web.chain.reset());

async function payByPhone(code: Locator, payer: Keypair, tokens?: number): Promise<void> {
  await phoneWallet(web.stack.rpcUrl, payer).pay((await readQrCode(code)) ?? '', tokens ? { tokens } : {});
}

async function balanceOf(holder: Keypair): Promise<string> {
  const chain = new Connection(web.stack.rpcUrl, 'confirmed');
  const { contractAddress } = await web.api.call(getTokenConfig);
  const account = associatedTokenAddress(new PublicKey(contractAddress), holder.publicKey);
  const { value } = await chain.getTokenAccountBalance(account);
  return value.uiAmountString ?? '';
}

const blindText = "This page can't see payments right now. Please don't send anything until it can.";
const codeOf = (parent: Locator) => parent.getByRole('img', { name: /^Solana Pay code/ });
const signed = (page: Page) =>
  page.evaluate(() => window.walletOfTest.calls.filter((call) => call === 'sign').length);

async function visitConnected(wallet: Keypair, options: Partial<InjectedOptions> = {}): Promise<Page> {
  const { page } = await web.visit({ wallet: { keys: [wallet], connected: true, ...options } });
  return page;
}

async function removalOn(page: Page, username: string): Promise<Locator> {
  await page.goto('/');
  const card = await openRemoval(page, username);
  await codeOf(card).waitFor();
  return card;
}

async function newRemovalOn(page: Page, username: string): Promise<Locator> {
  await web.report({ username });
  return removalOn(page, username);
}

test('a payment by phone appears on the page; another browser with the same wallet is not asked to pay', async () => {
  await web.report({ username: 'twice_payer' });
  const wallet = await web.holder({ list: 2_000_000n });
  const [one, two, silent] = [await web.visit(), await web.visit(), await web.visit()];
  for (const { page } of [two, silent]) await injectPhantom(page, { keys: [wallet], connected: true });
  // This page sees no change: only the check before signing prevents its payment.
  await silent.page.route('**/events', (route) => route.abort());
  let unpaid: string | undefined;
  await silent.page.route('**/payment-intents/removal_*', async (route) => {
    unpaid ??= await (await route.fetch()).text();
    await route.fulfill({ body: unpaid, contentType: 'application/json' });
  });
  const first = await removalOn(one.page, 'twice_payer');
  const second = await removalOn(two.page, 'twice_payer');
  const third = await removalOn(silent.page, 'twice_payer');
  await burnButton(second).waitFor();
  await burnButton(third).waitFor();
  await expect.poll(() => unpaid).toContain('"open"');

  // At once: on a busy machine the toast may be gone before the payment returns.
  await Promise.all([
    waitForToast(one.page, 'Report Removed Successfully'),
    payByPhone(codeOf(first), wallet),
  ]);
  await one.page.getByText(/^Paid: report \d+ about @twice_payer is off the list\.$/).waitFor();
  await second.getByText(removalTexts.gone).waitFor();
  // A wallet that has paid either code, too, finds its credit from there.
  await one.page.getByText('Paid twice?').getByRole('link', { name: 'Your payments' }).waitFor();
  await second.getByText('Anything you sent').getByRole('link', { name: 'Your payments' }).waitFor();
  expect(await burnButton(second).count()).toBe(0);
  expect(await codeOf(second).count()).toBe(0);
  await burnButton(third).click();
  await third.getByText('There is nothing left to pay for').waitFor();
  expect([await signed(two.page), await signed(silent.page)]).toEqual([0, 0]);
  expect(await balanceOf(wallet)).toBe('1000000');
});

test('after a payment by phone, no browser’s wallet is asked until it is final', async () => {
  const wallet = await web.holder({ list: 2_000_000n });
  await web.chain.setDelays({ findMs: 0, confirmMs: 0, finalizeMs: HELD_MS });
  const page = await visitConnected(wallet);
  const elsewhere = await visitConnected(wallet);
  const card = await newRemovalOn(page, 'hasty_payer');
  await payByPhone(codeOf(card), wallet);
  for (const one of [card, await removalOn(elsewhere, 'hasty_payer')]) {
    await burnButton(one).click();
    await one.getByText(intentTexts.underWay).waitFor();
  }
  expect([await signed(page), await signed(elsewhere)]).toEqual([0, 0]);
  expect(await balanceOf(wallet)).toBe('1000000');
});

test('while a payment becomes final, no other browser is asked to pay; a stranger’s dust stops no one', async () => {
  const { id, uniqueBurnAddress } = await web.report({ username: 'dusty_elf' });
  const [first, second] = [await web.holder({ list: 1_000_000n }), await web.holder({ list: 1_000_000n })];
  await web.chain.setDelays({ findMs: 0, confirmMs: 0, finalizeMs: HELD_MS });
  const txHash = await web.burn({ tokens: 1n, memo: uniqueBurnAddress });
  const input = { params: { id }, body: { txHash } };
  const { verificationId = '' } = await web.api.call(removeByBurn, input);
  const progress = () => web.api.call(getVerification, { params: { id: verificationId } });
  await expect.poll(async () => (await progress()).stage).toBe('confirmed');
  const [one, two] = [await visitConnected(first), await visitConnected(second)];
  const [paying, waiting] = [await removalOn(one, 'dusty_elf'), await removalOn(two, 'dusty_elf')];
  await burnButton(paying).click();
  await paying.getByText("Confirmed. Waiting until it's final and can't be undone.").waitFor();
  await burnButton(waiting).click();
  await waiting.getByText(intentTexts.underWay).waitFor();
  expect([await signed(one), await signed(two)]).toEqual([1, 0]);
  await web.chain.reset();
  await waitForToast(one, 'Report Removed Successfully');
});

test('while one tab waits for the wallet, the other does not ask it', async () => {
  await web.report({ username: 'two_tabs' });
  const wallet = await web.holder({ list: 2_000_000n });
  const { page: one } = await web.visit();
  const two = await one.context().newPage();
  const { promise: isAllowed, resolve: allow } = Promise.withResolvers<void>();
  await injectPhantom(one, { keys: [wallet], connected: true, beforeSigning: () => isAllowed });
  await injectPhantom(two, { keys: [wallet], connected: true });
  const [first, second] = [await removalOn(one, 'two_tabs'), await removalOn(two, 'two_tabs')];
  await burnButton(first).click();
  await first.getByText('Check your wallet').waitFor();
  await burnButton(second).click();
  await second.getByText(intentTexts.underWay).waitFor();
  expect(await signed(two)).toBe(0);
  allow();
  await waitForToast(one, 'Report Removed Successfully');
  expect(await balanceOf(wallet)).toBe('1000000');
});

test('while a payment of a reloaded tab has not landed, another tab follows it, and does not ask the wallet', async () => {
  await web.report({ username: 'late_landing' });
  const wallet = await web.holder({ list: 2_000_000n });
  await web.chain.setDelays({ findMs: HELD_MS });
  const { page: one } = await web.visit();
  const two = await one.context().newPage();
  for (const page of [one, two]) await injectPhantom(page, { keys: [wallet], connected: true });
  const [first, second] = [await removalOn(one, 'late_landing'), await removalOn(two, 'late_landing')];
  const followed = 'Santa has your hash and is looking for it on chain.';
  await burnButton(first).click();
  await first.getByText(followed).waitFor();
  await one.reload();
  await one.getByText(followed).waitFor();
  expect(await one.getByRole('button', { name: 'Use another hash' }).count()).toBe(0);
  await burnButton(second).click();
  await second.getByText(followed).waitFor();
  expect(await signed(two)).toBe(0);
  await web.chain.setDelays({ findMs: 0 });
  await web.chain.reset();
  await second.waitFor({ state: 'detached' });
  expect(await balanceOf(wallet)).toBe('1000000');
});

test('what a wallet signs after another device has paid is not sent', async () => {
  const [wallet, phone] = [await web.holder({ list: 1_000_000n }), await web.holder({ list: 1_000_000n })];
  const { promise: isAllowed, resolve: allow } = Promise.withResolvers<void>();
  const page = await visitConnected(wallet, { beforeSigning: () => isAllowed });
  const card = await newRemovalOn(page, 'left_prompt');
  await burnButton(card).click();
  await card.getByText('Check your wallet').waitFor();
  await Promise.all([waitForToast(page, 'Report Removed Successfully'), payByPhone(codeOf(card), phone)]);
  const stopped = page.waitForEvent('console', (line) => line.text().includes('the payment came to nothing'));
  allow();
  await stopped;
  expect(await signed(page)).toBe(1);
  expect(await balanceOf(wallet)).toBe('1000000');
});

test('a page that was suspended during a payment in another app shows it once it is visible again', async () => {
  const wallet = await web.holder({ list: 1_000_000n });
  const { page } = await web.visit();
  // The page's connections break without an error.
  await page.addInitScript(() => {
    const Heard = window.EventSource;
    Object.assign(window, {
      EventSource: class {
        close() {}
      },
      wake: () => Object.assign(window, { EventSource: Heard }),
    });
  });
  const card = await newRemovalOn(page, 'slept_well');
  await payByPhone(codeOf(card), wallet);
  await expect.poll(() => web.listedNames(), { timeout: 30_000 }).not.toContain('slept_well');
  await page.evaluate(() => {
    (window as unknown as { wake: () => void }).wake();
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await waitForToast(page, 'Report Removed Successfully');
});

test.each([
  ['held back by a proxy', () => {}],
  ['refused', (route: Route) => route.fulfill({ status: 429 })],
])('a page whose events are %s shows that it is paid', async (how, answer) => {
  const username = how.slice(0, 4);
  const { page } = await web.visit();
  await page.route('**/events', answer);
  const card = await newRemovalOn(page, username);
  await payByPhone(codeOf(card), await web.holder({ list: 1_000_000n }));
  await expect.poll(() => codeOf(card).count()).toBe(0);
  await page.getByText(/^Paid: report \d+ about/).waitFor();
});

test('a page whose connection is lost without an error shows that it is paid', async () => {
  const { page } = await web.visit();
  await page.clock.install();
  // Each connection brings its first event and then nothing, not even its end, as after a router has forgotten it.
  await page.addInitScript(() => {
    const Heard = window.EventSource;
    window.EventSource = class extends Heard {
      override set onmessage(report: (event: MessageEvent) => void) {
        const first = (event: MessageEvent) => {
          report(event);
          document.documentElement.dataset.heard = 'once';
        };
        this.addEventListener('message', first, { once: true });
      }
      override set onerror(_: () => void) {}
    };
  });
  const card = await newRemovalOn(page, 'lost_line');
  await page.locator('[data-heard]').waitFor();
  await payByPhone(codeOf(card), await web.holder({ list: 1_000_000n }));
  await expect.poll(() => web.listedNames(), { timeout: 30_000 }).not.toContain('lost_line');
  expect(await codeOf(card).count()).toBe(1);
  await page.clock.fastForward(60_000);
  await page.getByText(/^Paid: report \d+ about/).waitFor({ timeout: 15_000 });
});

test('a page that cannot learn whether it is paid asks for no payment, and shows one once it can', async () => {
  const { page } = await web.visit();
  const card = await newRemovalOn(page, 'cut_off');
  const code = (await readQrCode(codeOf(card))) ?? '';
  await page.context().setOffline(true);
  await card.getByText(blindText).waitFor();
  expect(await codeOf(card).count()).toBe(0);
  await phoneWallet(web.stack.rpcUrl, await web.holder({ list: 1_000_000n })).pay(code);
  await page.context().setOffline(false);
  await page.getByText(/^Paid: report \d+ about/).waitFor();
});

test('a page that stays open asks for the price of now once it has fallen', async () => {
  const { page } = await web.visit();
  let opened = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/payment-intents/removal/')) opened += 1;
  });
  await page.route('**/events', (route) => route.abort());
  const lower = async (route: Route) => {
    const intent = await (await route.fetch()).json();
    await route.fulfill({ json: { ...intent, isCheaper: true } });
  };
  await page.route('**/payment-intents/removal_*', lower, { times: 1 });
  const card = await newRemovalOn(page, 'patient_payer');
  await expect.poll(() => opened).toBe(2);
  await codeOf(card).waitFor();
});

test('while no provider answers, pages ask for no payment', async () => {
  const { page } = await web.visit();
  const card = await newRemovalOn(page, 'unwatched');
  await web.chain.addFault({ method: '*', kind: 'http', status: 500 });
  await card.getByText(blindText).waitFor({ timeout: 60_000 });
  expect(await codeOf(card).count()).toBe(0);
  await web.chain.reset();
  await codeOf(await removalOn(page, 'unwatched')).waitFor();
});

test('a page whose state could not be read once follows its payment again', async () => {
  const { page } = await web.visit();
  await page.route('**/events', (route) => route.abort());
  await page.route('**/payment-intents/removal_*', (route) => route.fulfill({ status: 500, json: {} }), {
    times: 1,
  });
  const card = await newRemovalOn(page, 'one_fault');
  await page.waitForResponse('**/payment-intents/removal_*');
  await payByPhone(codeOf(card), await web.holder({ list: 1_000_000n }));
  await page.getByText(/^Paid: report \d+ about/).waitFor();
});

test('a wallet payment unknown to lagging providers is claimed, and not requested again', async () => {
  const wallet = await web.holder({ list: 2_000_000n });
  const page = await visitConnected(wallet);
  const card = await newRemovalOn(page, 'early_payer');
  const unknown = { context: { slot: 1 }, value: [null] };
  const faults = [
    { method: 'getSignatureStatuses', paramsContain: 'searchTransactionHistory', result: unknown },
    { method: 'getTransaction', result: null },
    { method: 'getSignaturesForAddress', result: [] },
  ];
  for (const fault of faults) await web.chain.addFault({ kind: 'replace', ...fault });
  const claimed = page.waitForResponse('**/remove-by-burn', { timeout: 90_000 });
  await burnButton(card).click();
  expect((await claimed).status()).toBe(202);
  expect(await burnButton(card).count()).toBe(0);
  await web.chain.reset();
  await waitForToast(page, 'Report Removed Successfully');
  expect(await balanceOf(wallet)).toBe('1000000');
});

const loseIntents = (report: number) =>
  web.sql('delete from reports.payment_intents where subject = $1', [String(report)]);

test('a page whose intent is missing from a restored database opens another, and shows that the old code paid', async () => {
  const { id } = await web.report({ username: 'restored_payer' });
  const wallet = await web.holder({ list: 1_000_000n });
  const { page } = await web.visit();
  await page.route('**/events', (route) => route.abort());
  const card = await removalOn(page, 'restored_payer');
  const code = await readQrCode(codeOf(card));
  await loseIntents(id);
  await page.unroute('**/events');
  await page.waitForResponse('**/payment-intents/removal/*');
  await phoneWallet(web.stack.rpcUrl, wallet).pay(code ?? '');
  await card.getByText(removalTexts.gone).waitFor();
  expect(await web.listedNames()).not.toContain('restored_payer');
});

test.each([
  [
    'claim',
    { confirmMs: 0, finalizeMs: HELD_MS },
    "Confirmed. Waiting until it's final and can't be undone.",
  ],
  ['preview', { findMs: HELD_MS }, 'Santa has your hash and is looking for it on chain.'],
])(
  'a payment whose %s is missing from a restored database is claimed again by its page',
  async (what, delays, text) => {
    const username = `lost_${what}`;
    const { id } = await web.report({ username });
    const wallet = await web.holder({ list: 2_000_000n });
    const page = await visitConnected(wallet);
    const card = await removalOn(page, username);
    await web.chain.setDelays(delays);
    await burnButton(card).click();
    await card.getByText(text).waitFor();
    await page.context().setOffline(true);
    await web.sql('delete from chain.verifications where subject = $1', [`report:${id}`]);
    await web.sql('delete from reports.removal_claims where report_id = $1', [id]);
    await loseIntents(id);
    const claimed = page.waitForResponse('**/remove-by-burn');
    await page.context().setOffline(false);
    expect((await claimed).status()).toBe(202);
    await web.chain.reset();
    await waitForToast(page, 'Report Removed Successfully');
    expect(await balanceOf(wallet)).toBe('1000000');
  },
);

test('a page whose intent was lost with its report says that nothing is left to pay', async () => {
  const { id } = await web.report({ username: 'lost_payer' });
  const { page } = await web.visit();
  await page.route('**/events', (route) => route.abort());
  const card = await removalOn(page, 'lost_payer');
  await loseIntents(id);
  const remove = 'update reports.scammer_reports set is_removed = true where id = $1';
  await web.sql(remove, [id]);
  await page.unroute('**/events');
  await card.getByText(removalTexts.gone).waitFor();
  expect(await codeOf(card).count()).toBe(0);
});

test('two part payments by phone add up: the page shows the rest to pay', async () => {
  const wallet = await web.holder({ list: 1_000_000n });
  const { page } = await web.visit();
  const card = await newRemovalOn(page, 'half_payer');
  await payByPhone(codeOf(card), wallet, 600_000);
  await card.getByText('600,000 of 1,000,000 LIST arrived; 400,000 missing.').waitFor();
  await page.reload();
  const again = await openRemoval(page, 'half_payer');
  await again.getByText('600,000 of 1,000,000 LIST arrived; 400,000 missing.').waitFor();
  // A manual transfer has no reference key, so the watcher does not find it.
  await again.getByText('send it manually with the same memo and paste its hash').waitFor();
  await Promise.all([waitForToast(page, 'Report Removed Successfully'), payByPhone(codeOf(again), wallet)]);
  expect(await balanceOf(wallet)).toBe('0');
});

/** Every text in an element of its own, also what is added later: as browsers that translate a page do. */
const translate = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const wrap = (node: Node) => {
      if (node.parentElement?.closest('font, script, style')) return;
      if (node.nodeType !== Node.TEXT_NODE) return [...node.childNodes].forEach(wrap);
      const font = document.createElement('font');
      font.textContent = node.textContent;
      (node as Text).replaceWith(font);
    };
    wrap(document.body);
    const observer = new MutationObserver((changes) => {
      for (const { addedNodes } of changes) addedNodes.forEach(wrap);
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });

test('a page that the browser translates shows what is left to pay, and is paid', async () => {
  await web.report({ username: 'translated_elf' });
  const wallet = await web.holder({ list: 1_750_000n });
  const page = await visitConnected(wallet);
  const card = await removalOn(page, 'translated_elf');
  await burnButton(card).waitFor();
  await translate(page);
  await payByPhone(codeOf(card), wallet, 600_000);
  await card.getByText('600,000 of 1,000,000 LIST arrived; 400,000 missing.').waitFor();
  const left = card.getByRole('button', { name: 'Burn 400,000 LIST' });
  await left.waitFor();
  await Promise.all([waitForToast(page, 'Report Removed Successfully'), left.click()]);
  expect(await balanceOf(wallet)).toBe('750000');

  await page.goto('/');
  const modal = await openSociety(page);
  const pay = modal.getByRole('button', { name: 'Pay 750,000 LIST' });
  await pay.waitFor();
  await translate(page);
  await pay.click();
  await modal.getByRole('link', { name: 'Join the private chat' }).waitFor();
});

test('a new browser that opens two offers before either is answered is one visitor, whose parts are found again', async () => {
  const reports = [
    await web.report({ username: 'one_visitor' }),
    await web.report({ username: 'same_visitor' }),
  ];
  const { page } = await web.visit();
  const { promise: bothAsk, resolve: release } = Promise.withResolvers<void>();
  let asking = 0;
  await page.route('**/payment-intents/removal/*', async (route) => {
    asking += 1;
    if (asking === 2) release();
    await Promise.race([bothAsk, page.waitForTimeout(3_000)]);
    await route.continue();
  });
  await page.goto('/');
  const cards = [await openRemoval(page, 'one_visitor'), await openRemoval(page, 'same_visitor')];
  for (const card of cards) await codeOf(card).waitFor();
  const sql = 'select distinct visitor from reports.payment_intents where subject = any($1)';
  const subjects = reports.map(({ id }) => String(id));
  expect(await web.sql(sql, [subjects])).toHaveLength(1);
});

test('a membership paid by phone opens by itself; the same wallet is not asked for a second one', async () => {
  const wallet = await web.holder({ list: 1_500_000n });
  const [one, two] = [await web.visit(), await web.visit()];
  await injectPhantom(two.page, { keys: [wallet], connected: true });
  const open = async (page: Page) => {
    await page.goto('/');
    const modal = await openSociety(page);
    await codeOf(modal).waitFor();
    return modal;
  };
  const [first, second] = [await open(one.page), await open(two.page)];
  const pay = second.getByRole('button', { name: 'Pay 750,000 LIST' });
  await pay.waitFor();
  await web.chain.setDelays({ findMs: 0, confirmMs: 0, finalizeMs: HELD_MS });
  await payByPhone(codeOf(first), wallet);
  await pay.click();
  await second.getByText(intentTexts.underWay).waitFor();
  await web.chain.reset();
  await first.getByRole('link', { name: 'Join the private chat' }).waitFor();
  await pay.click();
  await second.getByText(intentTexts.walletIsMember).waitFor();
  expect(await signed(two.page)).toBe(0);
  expect(await balanceOf(wallet)).toBe('750000');
});

test('after a part, the advice about a refused hash names what is missing, not the whole price', async () => {
  const wallet = await web.holder({ list: 1_000_000n });
  const { page } = await web.visit();
  const card = await newRemovalOn(page, 'half_advised');
  await payByPhone(codeOf(card), wallet, 600_000);
  await card.getByText('400,000 missing').waitFor();
  await verify(card, await web.pay({ to: wallet.publicKey.toBase58(), tokens: 1n }));
  await card.getByText('Check that the transaction succeeded, paid 400,000 LIST').waitFor();
});
