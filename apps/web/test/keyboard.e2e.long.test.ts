import { reportListTexts } from '@naughty-list/contracts/reports';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { Keypair } from '@solana/web3.js';
import { expect, test } from 'vitest';
import { expectSeen, pressOn, stop, tabTo } from './keyboard-walk.ts';
import { captchaAnswer, cardOf, load, toastOf, waitForToast } from './page-parts.ts';
import { photo, selection, stripes } from './pfp-parts.ts';
import { PHONE, startWeb } from './web-under-test.ts';

// No mouse, touch or focus() in this file: every target is reached by Tab.

const web = closeAfterAll(await startWeb());

test('removing an entry moves focus and view to the title', async () => {
  const { uniqueBurnAddress: memo } = await web.report({ username: 'first_elf' });
  const { page } = await web.open('/', { viewport: PHONE });
  const card = cardOf(page, 'first_elf');
  await pressOn(page, card.getByRole('button', { name: 'first_elf', exact: true }));
  await pressOn(page, card.getByRole('button', { name: 'Remove Report' }));
  await tabTo(page, card.getByLabel('Transaction hash'));
  await page.keyboard.insertText(await web.burn({ memo }));
  await page.keyboard.press('Enter');
  await card.waitFor({ state: 'detached' });
  await expect.poll(() => stop(page)).toBe('H2 The Naughty List');
  const isInView = await page.evaluate(() => {
    const { top, bottom } = (document.activeElement ?? document.body).getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  });
  expect(isInView).toBe(true);
});

test('the list: skip the header, search with suggestions, open, paste a hash, read the message with F8', async () => {
  for (const name of ['key_elf_1', 'key_elf_2']) await web.report({ username: name });
  const { page } = await web.open('/');
  await cardOf(page, 'key_elf_2').waitFor();
  // On a desktop, the search field has the focus on load.
  await expect.poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-check'))).toBe(true);
  await tabTo(page, page.getByRole('link', { name: 'Skip to the content' }), 'Shift+Tab');
  expect(await stop(page)).toBe('A Skip to the content');
  await expectSeen(page);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
  await tabTo(page, page.getByRole('combobox'));
  await page.keyboard.type('KEY_elf');
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await page.getByText('1 report matches your search').waitFor();
  await cardOf(page, 'key_elf_2').waitFor({ state: 'detached' });
  const card = cardOf(page, 'key_elf_1');
  await pressOn(page, card.getByRole('button', { name: 'key_elf_1', exact: true }));
  await pressOn(page, card.getByRole('button', { name: 'Remove Report' }), 'Space');
  await tabTo(page, card.getByLabel('Transaction hash'));
  await page.keyboard.type('certainly-no-hash');
  await page.keyboard.press('Enter');
  await waitForToast(page, 'Verification Failed');
  await page.keyboard.press('F8');
  await pressOn(page, toastOf(page).getByRole('button', { name: 'Close' }));
  await expect.poll(() => toastOf(page).count()).toBe(0);
  await pressOn(page, page.getByRole('button', { name: 'Clear' }));
  await cardOf(page, 'key_elf_2').waitFor();
});

test('a report, the notice that the account is already listed, and its link', async () => {
  await web.report({ username: 'listed_elf' });
  const { page } = await web.open('/');
  await pressOn(page, page.getByRole('button', { name: 'Report Scammer' }));
  await tabTo(page, page.getByLabel('Link to the post on X'));
  await page.keyboard.type('x.com/listed_elf/status/3');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Typed his lies all night long.');
  await pressOn(page, page.getByRole('button', { name: 'New math problem' }));
  await tabTo(page, page.getByLabel("Prove you're not a bot"), 'Shift+Tab');
  await page.keyboard.type(String(await captchaAnswer(page)));
  await pressOn(page, page.getByRole('button', { name: 'Submit Report' }));
  const toast = await waitForToast(
    page,
    'Already on the Naughty List!',
    reportListTexts.alreadyListed('listed_elf'),
  );
  await page.keyboard.press('F8');
  await pressOn(page, toast.getByRole('button', { name: 'Click here to search for them' }));
  await page.getByText('1 report matches your search').waitFor();
});

test('a burn from the wallet; the society: wallet, payment, chat link', async () => {
  await web.report({ username: 'burned_elf' });
  const { page } = await web.open('/', { wallet: { keys: [await web.holder({ list: 2_000_000n })] } });
  const card = cardOf(page, 'burned_elf');
  await pressOn(page, card.getByRole('button', { name: 'burned_elf', exact: true }));
  await pressOn(page, card.getByRole('button', { name: 'Remove Report' }));
  await pressOn(page, card.getByRole('button', { name: 'Connect wallet' }));
  await pressOn(page, card.getByRole('button', { name: 'Burn 1,000,000 LIST' }));
  await waitForToast(page, 'Report Removed Successfully');

  await pressOn(page, page.getByRole('button', { name: 'Join the Secret Sausage Society' }));
  const modal = page.getByRole('dialog', { name: 'Secret Sausage Society' });
  await pressOn(page, modal.getByRole('button', { name: 'Pay 750,000 LIST' }));
  await tabTo(page, modal.getByRole('link', { name: 'Join the private chat' }));
  // Escape closes the most recent first: the toast, then the society.
  await expect
    .poll(async () => {
      await page.keyboard.press('Escape');
      return modal.count();
    })
    .toBe(0);
});

test('the menus of About, the hamburger and the wallet open, navigate and close', async () => {
  const { page } = await web.open('/', { viewport: PHONE, wallet: { keys: [Keypair.generate()] } });
  const banner = page.getByRole('banner');
  await pressOn(page, banner.getByRole('button', { name: 'Connect wallet' }));
  await pressOn(page, banner.getByRole('button', { name: /^Wallet / }));
  await page.getByRole('menuitem', { name: 'Copy address' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('menuitem').count()).toBe(0);
  const hamburger = page.getByRole('button', { name: 'Open menu' });
  await pressOn(page, hamburger);
  await tabTo(page, page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Roadmap' }));
  await page.keyboard.press('Escape');
  await expect.poll(() => stop(page)).toBe('BUTTON Open menu');
  await pressOn(page, hamburger);
  await pressOn(
    page,
    page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Nice List' }),
  );
  await page.getByRole('heading', { name: 'The Nice List' }).waitFor();
});

test('a link that opens another page moves the focus there, from the frame and from a page', async () => {
  await web.report({ username: 'linked_elf' });
  const { page } = await web.open('/transparency');
  const focused = () => page.evaluate(() => document.activeElement?.id);
  await pressOn(page, page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }));
  await page.waitForURL('**/privacy');
  await expect.poll(focused).toBe('content');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-check'))).toBe(true);
  await load(page, '/?search=linked_elf');
  await pressOn(page, page.getByRole('link', { name: 'Read the case' }));
  await page.getByRole('heading', { level: 1, name: 'linked_elf' }).waitFor();
  await expect.poll(focused).toBe('content');
});

test('closing the society dialog returns the focus to the hamburger that opened it', async () => {
  const { page } = await web.open('/', { viewport: PHONE });
  await pressOn(page, page.getByRole('button', { name: 'Open menu' }));
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await pressOn(page, menu.getByRole('button', { name: 'Sausage Society' }));
  const modal = page.getByRole('dialog', { name: 'Secret Sausage Society' });
  await modal.getByText('750,000 LIST').first().waitFor();
  await page.keyboard.press('Escape');
  await modal.waitFor({ state: 'detached' });
  await expect.poll(() => stop(page)).toBe('BUTTON Open menu');
});

test('the picture editor: photo, hat, size, save', async () => {
  const { page } = await web.open('/pfp');
  const chosen = page.waitForEvent('filechooser');
  await pressOn(page, page.getByRole('button', { name: 'Upload a photo' }));
  await (await chosen).setFiles(photo(stripes(500, 500, ['#0f0'])));
  await waitForToast(page, 'Image Uploaded');
  await pressOn(page, page.getByRole('button', { name: 'Santa classic', exact: true }));
  await expect.poll(() => selection(page)).toContain('250 across, 167 down, size 0.50');
  await pressOn(page, page.getByLabel('Size'), 'ArrowRight');
  await expect.poll(() => selection(page)).toContain('size 0.55');
  await tabTo(page, page.getByRole('application'), 'Shift+Tab');
  await page.keyboard.press('Shift+ArrowDown');
  await expect.poll(() => selection(page)).toContain('250 across, 187 down');
  const saved = page.waitForEvent('download');
  await pressOn(page, page.getByRole('button', { name: 'Download', exact: true }));
  expect((await saved).suggestedFilename()).toBe('santa-pfp.png');
});

test('Ctrl+Z in a field undoes the typing there, and no hat', async () => {
  const { page } = await web.open('/pfp');
  await pressOn(page, page.getByRole('button', { name: 'Santa classic', exact: true }));
  await expect.poll(() => selection(page)).toContain('250 across, 167 down');
  await pressOn(page, page.getByRole('banner').getByRole('button', { name: 'Sausage Society' }));
  const modal = page.getByRole('dialog', { name: 'Secret Sausage Society' });
  await modal.getByText('750,000 LIST').first().waitFor();
  await page.keyboard.press('Control+z');
  await pressOn(page, modal.getByRole('button', { name: "I've Sent the Tokens - Verify Now" }));
  const field = modal.getByLabel('Transaction hash');
  await tabTo(page, field);
  await page.keyboard.type('mistyped');
  await page.keyboard.press('Control+z');
  expect(await field.inputValue()).not.toBe('mistyped');
  await page.keyboard.press('Escape');
  await modal.waitFor({ state: 'detached' });
  expect(await selection(page)).toContain('250 across, 167 down');
  await page.keyboard.press('Control+z');
  await expect.poll(() => selection(page)).toBe('');
});
