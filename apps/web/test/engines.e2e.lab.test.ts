import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Keypair, VersionedTransaction } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tab } from './engines/engine.ts';
import { firefox } from './engines/firefox.ts';
import { webkit } from './engines/webkit.ts';
import { captchaAnswerOf } from './page-parts.ts';
import { widePhoto } from './pfp-parts.ts';
import { signTransaction } from './wallets.ts';
import { startWeb, type WebUnderTest } from './web-under-test.ts';

// The main user flows in the engines that no other test covers.

const folder = mkdtempSync(join(tmpdir(), 'naughty-list-engines-'));
let web: WebUnderTest;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(async () => {
  await web?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const button = (name: string, within = '') =>
  `${within}//button[normalize-space()="${name}" or @aria-label="${name}"]`;
const field = (label: string) =>
  `//*[self::input or self::textarea][@id=//label[starts-with(normalize-space(), "${label}")]/@for]`;
const card = (username: string) =>
  `//article[@aria-label="${username}" or .//h3[contains(., "${username}")]]`;

const textOf = (tab: Tab) => tab.run(() => document.body.textContent ?? '');
const says = (tab: Tab, text: string) => expect.poll(() => textOf(tab)).toContain(text);
async function open(tab: Tab, path: string): Promise<void> {
  await tab.goto(`${web.stack.url}${path}`);
  await expect.poll(() => tab.run(() => document.documentElement.dataset.alive)).toBe('yes');
}

type WalletOfTest = { toSign?: string; answer?: (signature: string) => void };

/** A Phantom-style wallet in the page; the test signs. */
function injectWallet(address: string): void {
  const wallet: WalletOfTest = {};
  const publicKey = { toString: () => address };
  const provider = {
    isPhantom: true,
    publicKey,
    connect: async () => ({ publicKey }),
    disconnect: async () => {},
    on: () => {},
    off: () => {},
    async signTransaction(transaction: VersionedTransaction) {
      const [payer] = transaction.message.staticAccountKeys;
      if (!payer) throw new Error('nobody pays');
      const signature = await new Promise<string>((resolve) => {
        wallet.answer = resolve;
        wallet.toSign = btoa(String.fromCharCode(...transaction.message.serialize()));
      });
      transaction.addSignature(
        payer,
        Uint8Array.from(atob(signature), (char) => char.charCodeAt(0)),
      );
      return transaction;
    },
  };
  Object.assign(window, { walletOfTest: wallet, phantom: { solana: provider } });
}

/** Links, buttons and fields whose centre is covered by something else. */
function coveredInPage(): string[] {
  const targets = document.querySelectorAll<HTMLElement>('a[href], button, input, textarea');
  const covered = [...targets].filter((target) => {
    target.scrollIntoView({ block: 'center', behavior: 'instant' });
    const [box] = target.getClientRects();
    // Hidden, or for screen readers only.
    if (!box || box.width < 4 || box.height < 4) return false;
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const isItself = top !== null && (target.contains(top) || top.contains(target));
    return !isItself && !target.closest('label')?.contains(top);
  });
  return covered.map(({ outerHTML }) => outerHTML.slice(0, 200));
}

async function sign(tab: Tab, key: Keypair): Promise<void> {
  const toSign = () => tab.run(() => (Reflect.get(window, 'walletOfTest') as WalletOfTest).toSign ?? null);
  await expect.poll(toSign).not.toBeNull();
  const signature = signTransaction(key, String(await toSign()));
  await tab.run((text) => (Reflect.get(window, 'walletOfTest') as WalletOfTest).answer?.(text), signature);
}

for (const engine of [firefox, webkit]) {
  const isMissing = engine.missing.length > 0;
  // Continuous integration repeats this line at the end.
  if (isMissing)
    console.log(`\nNOT TRIED: ${engine.name}, because there is no ${engine.missing.join(' and no ')}`);
  const prefix = engine.name.toLowerCase();

  describe.skipIf(isMissing)(engine.name, () => {
    let tab: Tab;
    beforeAll(async () => {
      tab = await engine.open();
    });
    afterAll(() => tab?.close());

    test.each(['/', '/nice-list', '/pfp', '/about-naughty-list-memecoin'])(
      'on %s nothing covers what can be pressed',
      async (path) => {
        await open(tab, path);
        await expect.poll(() => tab.run(coveredInPage)).toEqual([]);
      },
    );

    test('an account is looked up', async () => {
      await web.report({ username: `${prefix}_rug` });
      await open(tab, '/');
      await tab.type('//input[@role="combobox"]', `https://x.com/${prefix}_rug/status/1225`);
      await tab.click(button('Search'));
      await says(tab, 'On the Naughty List');
      await open(tab, '/?search=entirely_else');
      await says(tab, 'Not on either list.');
    });

    test('an account is reported', async () => {
      await open(tab, '/');
      await tab.click(button('Report Scammer'));
      await tab.type(field('Link to the post on X'), `https://x.com/${prefix}_new/status/7`);
      await tab.type(field('What happened?'), 'Promised a sleigh, delivered a rug pull.');
      await tab.type(field("Prove you're not a bot"), String(captchaAnswerOf(await textOf(tab))));
      await tab.click(button('Submit Report'));
      await says(tab, 'Report Submitted Successfully!');
      expect(await web.listedNames()).toContain(`${prefix}_new`);
    });

    test('a report is removed with a wallet of the browser', async () => {
      const username = `${prefix}_paid`;
      await web.report({ username });
      const key = await web.holder({ list: 1_000_000n });
      await open(tab, `/?search=${username}`);
      await tab.run(injectWallet, key.publicKey.toBase58());
      await tab.click(button(username, card(username)));
      await tab.click(button('Remove Report', card(username)));
      await tab.click(button('Connect wallet', card(username)));
      await tab.click(button('Burn 1,000,000 LIST', card(username)));
      await sign(tab, key);
      await says(tab, `about @${username} is off the list.`);
      expect(await web.listedNames()).not.toContain(username);
    });

    test('a picture gets a hat and is saved', async () => {
      const file = join(folder, 'me.png');
      writeFileSync(file, widePhoto().buffer);
      await open(tab, '/pfp');
      await tab.choose('//input[@type="file"]', file);
      await says(tab, 'Image Uploaded');
      await tab.click(button('Santa classic', '//*[@role="tabpanel"]'));
      await says(tab, 'Santa classic: 250 across, 167 down, size 0.50, turned 0 degrees');
      await tab.run(() => {
        const { createObjectURL } = URL;
        URL.createObjectURL = (file: Blob) => {
          Object.assign(window, { savedFile: file });
          return createObjectURL(file);
        };
      });
      await tab.click(button('Download'));
      await says(tab, 'Download Complete');
      const saved = () =>
        tab.run(async () => {
          const file = Reflect.get(window, 'savedFile') as File;
          const { width, height } = await createImageBitmap(file);
          return [file.name, file.type, width, height];
        });
      expect(await saved()).toEqual(['santa-pfp.png', 'image/png', 500, 500]);
    });
  });
}
