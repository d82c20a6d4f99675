import { getTokenConfig } from '@naughty-list/contracts/token-config';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { Connection, Keypair } from '@solana/web3.js';
import type { Locator, Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { cardOf, load, openSociety, paymentsBar, visitRemoval, waitForToast } from './page-parts.ts';
import { phoneWallet } from './phone-wallet.ts';
import { readQrCode } from './read-qr-code.ts';
import { moveToSecondAccount } from './second-account.ts';
import {
  breakOverSending,
  burnButton,
  connect,
  injectPhantom,
  injectStandardWallet,
  setRejecting,
  shortened,
  walletCalls,
} from './wallets.ts';
import { HELD_MS, startWeb, type VisitOptions } from './web-under-test.ts';

const PUBLIC = 'https://naughty.test';

const web = closeAfterAll(await startWeb());

afterEach(() => web.chain.reset());

const header = (page: Page): Locator => page.getByRole('banner');
const connectedAs = (page: Page, key: Keypair) =>
  header(page).getByRole('button', { name: `Wallet ${shortened(key)}` });

/** A new visitor's page with a wallet that holds so much LIST. */
async function visitWithWallet({
  list = 1_000_000n,
  ...options
}: VisitOptions & { list?: bigint } = {}): Promise<Page> {
  const { page } = await web.visit(options);
  await injectPhantom(page, { keys: [await web.holder({ list })] });
  return page;
}

/** The removal of a new report on the home page, with the wallet connected. */
async function payerOf(page: Page, username: string): Promise<Locator> {
  await web.report({ username });
  const card = await visitRemoval(page, username);
  await connect(card);
  return card;
}

test('connecting ends the previous session, waits, asks, and shows the address; the menu copies it and disconnects', async () => {
  const key = Keypair.generate();
  const { page } = await web.open('/', { complains: false, wallet: { keys: [key] } });
  await connect(header(page));
  await connectedAs(page, key).waitFor();
  const [left, asked, ...rest] = await walletCalls(page);
  expect(rest).toEqual([]);
  const at = (call = '') => Number(call.split(' ').at(-1));
  expect(left).toMatch(/^disconnect /);
  expect(asked).toMatch(/^connect false /);
  expect(at(asked) - at(left)).toBeGreaterThanOrEqual(99);

  await connectedAs(page, key).click();
  await page.getByRole('menuitem', { name: 'Copy address' }).click();
  await waitForToast(page, 'Copied!', 'Address copied to clipboard');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key.publicKey.toBase58());

  await page.reload();
  await connectedAs(page, key).waitFor();
  await connectedAs(page, key).click();
  await page.getByRole('menuitem', { name: 'Disconnect' }).click();
  await header(page).getByRole('button', { name: 'Connect wallet' }).waitFor();
  await page.reload();
  await header(page).getByRole('button', { name: 'Connect wallet' }).waitFor();
  expect(await walletCalls(page)).toEqual([]);
});

test('an existing connection is restored on load, and the page follows the wallet’s events', async () => {
  const [first, second] = [Keypair.generate(), Keypair.generate()];
  const { page } = await web.open('/', { wallet: { keys: [first], connected: true } });
  await connectedAs(page, first).waitFor();
  const tell = (event: 'connect' | 'disconnect' | 'accountChanged', key: Keypair | null) =>
    page.evaluate(([name, address]) => window.walletOfTest.emit(name, address), [
      event,
      key?.publicKey.toBase58() ?? null,
    ] as const);
  await tell('accountChanged', second);
  await connectedAs(page, second).waitFor();
  await tell('accountChanged', null);
  await header(page).getByRole('button', { name: 'Connect wallet' }).waitFor();
  await tell('connect', first);
  await connectedAs(page, first).waitFor();
  await tell('disconnect', null);
  await header(page).getByRole('button', { name: 'Connect wallet' }).waitFor();
});

test('without a wallet, its install page opens in a new tab', async () => {
  const { page } = await web.visit();
  await page.context().route('https://phantom.com/**', (route) => route.fulfill({ body: 'Phantom' }));
  await load(page, '/');
  const opened = page.context().waitForEvent('page');
  await connect(header(page));
  expect((await opened).url()).toBe('https://phantom.com/download');
});

test('a wallet that fails to connect is logged and shown, and the session stays disconnected', async () => {
  const { page, complaints } = await web.open('/', {
    wallet: { keys: [Keypair.generate()], refusesToConnect: true },
  });
  await connect(header(page));
  await expect.poll(() => complaints.join()).toContain('the wallet did not connect');
  const toast = await waitForToast(page, 'Wallet not connected');
  await toast.getByText('Phantom declined, or did not answer. Open it and try again.').waitFor();
  await header(page).getByRole('button', { name: 'Connect wallet' }).waitFor();
});

test('a wallet that does not answer can be given up, and still connects once it does', async () => {
  const key = Keypair.generate();
  const asked = Promise.withResolvers<void>();
  const { page } = await web.open('/', {
    wallet: { keys: [key], beforeConnecting: () => asked.promise },
  });
  await connect(header(page));
  await header(page).getByRole('button', { name: 'Connecting…' }).click();
  await page.getByRole('menuitem', { name: 'Cancel' }).click();
  await header(page).getByRole('button', { name: 'Connect wallet' }).waitFor();
  asked.resolve();
  await connectedAs(page, key).waitFor();
});

test('where transfers cost a fee, the code asks for the price and the fee of now', async () => {
  const { page } = await web.visit();
  await page.clock.install();
  let basisPoints = 100;
  await page.route(`**${getTokenConfig.path}`, async (route) => {
    const config = await (await route.fetch()).json();
    const transferFee = { basisPoints, maximum: String(2n ** 64n - 1n) };
    await route.fulfill({ json: { ...config, transferFee } });
  });
  await web.report({ username: 'fee_payer' });
  const card = await visitRemoval(page, 'fee_payer');
  const asked = async () => {
    const scanned = (await readQrCode(card.getByRole('img', { name: /^Solana Pay code/ }))) ?? '';
    return new URL(scanned).searchParams.get('amount');
  };
  expect(await asked()).toBe('1010101.010102');
  await card
    .getByText('If you transfer, send 1,010,101.010102 LIST: this token takes a fee on transfers.')
    .waitFor();
  // Too much would be lost.
  basisPoints = 0;
  await page.clock.fastForward(60_000);
  await expect.poll(asked).toBe('1000000');
});

test('one press burns and removes the report; the first view does not contain the chain client', async () => {
  const { uniqueBurnAddress } = await web.report({ username: 'one_press' });
  const page = await visitWithWallet({ complains: false });
  const scripts: string[] = [];
  page.on('response', async (response) => {
    if (response.url().endsWith('.js')) scripts.push(await response.text());
  });
  const card = await visitRemoval(page, 'one_press');
  await connect(card);
  await burnButton(card).waitFor();
  // Wallets fetch transaction requests over https only, and this page is plain http.
  const forPhone = card.getByRole('link', { name: 'Open in wallet' });
  expect(await forPhone.getAttribute('href')).toMatch(/^solana:\w+\?amount=1000000&/);
  expect(scripts.length).toBeGreaterThan(3);
  expect(scripts.filter((text) => text.includes('getLatestBlockhash'))).toEqual([]);
  await web.chain.setDelays({ finalizeMs: HELD_MS });
  await burnButton(card).click();
  await card.getByRole('list', { name: 'Progress of the removal' }).waitFor();
  expect(await card.getByLabel('Transaction hash').inputValue()).toMatch(/^\w{80,90}$/);
  await web.chain.reset();
  await waitForToast(
    page,
    'Report Removed Successfully',
    'Santa has been silenced! 1,000,000 LIST tokens burned.',
  );
  await cardOf(page, 'one_press').waitFor({ state: 'detached' });
  expect(uniqueBurnAddress).toMatch(/^LISTBURN/);
});

test('a Wallet Standard wallet does the same, with its transaction version; of several wallets, one is chosen', async () => {
  const key = await web.holder({ list: 1_500_000n });
  const { page } = await web.visit();
  await injectStandardWallet(page, { name: 'Sleigh Wallet', keys: [key], versions: ['legacy'] });
  await injectStandardWallet(page, { name: 'Chimney Wallet', keys: [key], exposed: true });
  const card = await payerOf(page, 'standard_press');
  await page.getByRole('menuitem', { name: 'Chimney Wallet' }).waitFor();
  await page.getByRole('menuitem', { name: 'Sleigh Wallet' }).click();
  await connectedAs(page, key).waitFor();
  await burnButton(card).click();
  await waitForToast(page, 'Report Removed Successfully');
  await connectedAs(page, key).click();
  await page.getByRole('menuitem', { name: 'Disconnect' }).click();
  await header(page).getByRole('button', { name: 'Connect wallet' }).waitFor();
});

test('a rejection in the wallet says that nothing was sent, and a second attempt succeeds', async () => {
  const page = await visitWithWallet();
  const card = await payerOf(page, 'change_of_mind');
  await burnButton(card).waitFor();
  await setRejecting(page, true);
  await burnButton(card).click();
  await card.getByText('You declined in your wallet, so nothing was sent.').waitFor();
  expect(await card.getByLabel('Transaction hash').inputValue()).toBe('');
  await setRejecting(page, false);
  await burnButton(card).click();
  await waitForToast(page, 'Report Removed Successfully');
});

test.each([
  { has: { list: 999_999n }, says: 'This wallet holds 999,999 LIST; you need 1,000,000 LIST.' },
  { has: { list: 1_000_000n, sol: 0.000_892 }, says: 'this wallet holds 0.000892 SOL.' },
])('shows what the wallet lacks before anything is signed: $says', async ({ has, says }) => {
  const username = `poor_${Math.random().toString(36).slice(2, 9)}`;
  const { page } = await web.visit({ wallet: { keys: [await web.holder(has)] } });
  const card = await payerOf(page, username);
  await burnButton(card).click();
  await card.getByText(says).waitFor();
  expect(await walletCalls(page)).not.toContain('sign');
});

test('LIST in several token accounts is burned from as many as it takes', async () => {
  const { contractAddress: mint, decimals } = await web.api.call(getTokenConfig);
  const key = await web.holder({ list: 1_000_000n });
  await moveToSecondAccount({ rpcUrl: web.stack.rpcUrl, mint, decimals }, key, 400_000_000_000n);
  const { page } = await web.visit({ wallet: { keys: [key] } });
  const card = await payerOf(page, 'two_pockets');
  await burnButton(card).click();
  await waitForToast(page, 'Report Removed Successfully');
});

test('a transaction signed too late expires: nothing was taken, and the next press succeeds', async () => {
  const key = await web.holder({ list: 1_000_000n });
  const { page } = await web.visit();
  let isSlow = true;
  const beforeSigning = async () => {
    if (isSlow) await web.chain.advanceSlots(200);
    isSlow = false;
  };
  await injectPhantom(page, { keys: [key], beforeSigning });
  const card = await payerOf(page, 'too_late');
  await burnButton(card).click();
  await card.getByText('It has expired and can no longer go through.').waitFor();
  expect(await card.getByLabel('Transaction hash').inputValue()).toBe('');
  await burnButton(card).click();
  await waitForToast(page, 'Report Removed Successfully');
});

test('a transaction signed late with a newer blockhash may still land, and is followed', async () => {
  const page = await visitWithWallet({ list: 2_000_000n });
  await page.exposeFunction('newestBlockhash', async () => {
    await web.chain.advanceSlots(200);
    return (await new Connection(web.stack.rpcUrl).getLatestBlockhash()).blockhash;
  });
  await page.addInitScript(() => {
    const { solana } = window.phantom ?? {};
    const sign = solana?.signTransaction;
    if (!solana || !sign) return;
    solana.signTransaction = async (transaction) => {
      const { newestBlockhash } = window as unknown as { newestBlockhash: () => Promise<string> };
      transaction.message.recentBlockhash = await newestBlockhash();
      return sign(transaction);
    };
  });
  const card = await payerOf(page, 'late_but_fresh');
  await web.chain.setDelays({ findMs: HELD_MS });
  const asked = page.waitForResponse('**/verify-burn');
  await burnButton(card).click();
  await asked;
  // The page asks the chain every second whether it has expired.
  await page.waitForTimeout(4_000);
  await card.getByText('Santa has your hash and is looking for it on chain.').waitFor();
  expect(await burnButton(card).count()).toBe(0);
  await web.chain.reset();
  await waitForToast(page, 'Report Removed Successfully');
});

test('a burn with an unknown outcome is searched for, and removes the report', async () => {
  const page = await visitWithWallet();
  const { noticed } = await breakOverSending(page, web.stack.rpcUrl);
  const card = await payerOf(page, 'in_the_dark');
  await web.chain.setDelays({ findMs: HELD_MS });
  await burnButton(card).click();
  await noticed;
  await card.getByText('Santa has your hash and is looking for it on chain.').waitFor();
  await web.chain.reset();
  await waitForToast(page, 'Report Removed Successfully');
});

test.each([
  ['shaky_node', 'Internal error'],
  ['shaky_proxy', 'Invalid response from upstream'],
])(
  'an error of a node is no refusal (%s): the burn may have been passed on, and is sent again',
  async (username, message) => {
    const page = await visitWithWallet();
    let sent = 0;
    await page.route(`${web.stack.rpcUrl}/`, async (route) => {
      const { method, id } = route.request().postDataJSON();
      if (method !== 'sendTransaction') return route.continue();
      sent += 1;
      await route.fetch();
      const error = { code: -32603, message };
      await route.fulfill({ json: { jsonrpc: '2.0', id, error } });
    });
    const card = await payerOf(page, username);
    await web.chain.setDelays({ findMs: HELD_MS });
    await burnButton(card).click();
    await expect.poll(() => sent).toBeGreaterThan(1);
    await web.chain.reset();
    await waitForToast(page, 'Report Removed Successfully');
    expect((await walletCalls(page)).filter((call) => call === 'sign')).toHaveLength(1);
  },
);

test('a node that refuses to take it now, without an answer of its own, is sent it again', async () => {
  const page = await visitWithWallet({ list: 750_000n });
  let refusals = 2;
  await page.route(`${web.stack.rpcUrl}/`, (route) => {
    const isSending = route.request().postData()?.includes('"sendTransaction"');
    return isSending && refusals-- > 0 ? route.fulfill({ status: 429, body: 'Slow down' }) : route.continue();
  });
  await page.goto('/');
  const modal = await openSociety(page);
  await connect(modal);
  await modal.getByRole('button', { name: 'Pay 750,000 LIST' }).click();
  await waitForToast(page, 'Transaction Verified!');
  expect((await walletCalls(page)).filter((call) => call === 'sign')).toHaveLength(1);
});

test('a fee with an unknown outcome is searched for, also after a reload', async () => {
  const page = await visitWithWallet({ list: 750_000n });
  const { noticed } = await breakOverSending(page, web.stack.rpcUrl);
  await page.goto('/');
  const modal = await openSociety(page);
  await connect(modal);
  await web.chain.setDelays({ findMs: HELD_MS });
  await modal.getByRole('button', { name: 'Pay 750,000 LIST' }).click();
  await noticed;
  await modal.getByText('Santa has your hash and is looking for it on chain.').waitFor();
  await page.reload();
  await paymentsBar(page).getByText('Your membership: sent.').waitFor();
  await web.chain.reset();
  await waitForToast(page, 'Transaction Verified!');
});

test('without a connection to Solana the page says so, and nothing is signed', async () => {
  const page = await visitWithWallet();
  await page.route(`${web.stack.rpcUrl}/**`, (route) => route.abort());
  const card = await payerOf(page, 'cut_off');
  await burnButton(card).click();
  await card.getByText('The Solana network could not be reached from this page.').waitFor();
  expect(await walletCalls(page)).not.toContain('sign');
});

test('a phone scans the code and signs the site’s transaction, and the report is removed without a hash', async () => {
  const { id } = await web.report({ username: 'by_phone' });
  const key = await web.holder({ list: 1_000_000n });
  const { page } = await web.visit({ baseURL: PUBLIC });
  // Simulates https: pages and calls are served from the stack.
  await page.route(`${PUBLIC}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const headers = { ...route.request().headers(), origin: web.stack.url };
    const url = `${web.stack.url}${pathname}${search}`;
    if (pathname.endsWith('/events')) return route.abort();
    await route.fulfill({ response: await route.fetch({ url, headers }) });
  });
  const card = await visitRemoval(page, 'by_phone');
  const scanned = await readQrCode(card.getByRole('img', { name: 'Solana Pay code: burn for this removal' }));
  expect(decodeURIComponent(scanned ?? '')).toMatch(
    new RegExp(`^solana:${PUBLIC}/api/scammer-reports/${id}/burn-request\\?intent=removal_[\\w-]+$`),
  );
  const label = await fetch(`${web.stack.url}/api/scammer-reports/${id}/burn-request`);
  expect(await label.json()).toMatchObject({ label: 'The Naughty List' });
  await phoneWallet(web.stack.rpcUrl, key).pay(scanned ?? '', { served: web.stack.url });
  await expect.poll(() => web.listedNames()).not.toContain('by_phone');
});
