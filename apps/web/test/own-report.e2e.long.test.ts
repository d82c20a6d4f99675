import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { Keypair } from '@solana/web3.js';
import { expect, test } from 'vitest';
import { query } from './admin-parts.ts';
import { pressOn, stop } from './keyboard-walk.ts';
import {
  axeViolations,
  fillReport,
  solveCaptcha,
  sticksOut,
  untilStill,
  waitForToast,
} from './page-parts.ts';
import { signText } from './wallets.ts';
import { AT_ONCE, SMALL_PHONE, startWeb } from './web-under-test.ts';

const web = closeAfterAll(await startWeb());

test('a reporter on a phone opens the private page, sees the state, and withdraws the report after a confirmation', async () => {
  const { page } = await web.visit({ viewport: SMALL_PHONE });
  await page.goto('/?view=report');
  await fillReport(page, {
    url: 'https://x.com/second_thought/status/1',
    description: 'Took the sleigh money.',
  });
  await solveCaptcha(page);
  await page.getByRole('button', { name: 'Submit Report' }).click();
  const toast = await waitForToast(page, 'Report Submitted Successfully!');
  await toast.getByRole('button', { name: 'See or withdraw it' }).waitFor();

  await page.goto('/?view=report');
  await page.getByText('What you sent from this browser').click();
  await page.getByRole('link', { name: 'About @second_thought: see or withdraw it' }).click();
  await page.getByText('Everyone can read it.').waitFor();
  await page.getByText('Took the sleigh money.').waitFor();
  expect(await sticksOut(page)).toEqual([]);
  await untilStill(page);
  expect(await axeViolations(page)).toEqual([]);

  await page.getByText('The case comes off the list.').waitFor();
  const setStatus = (status: string) => query(web, `update reports.scammer_reports set status = '${status}'`);
  await setStatus('disputed');
  await page.reload();
  await page.getByText('The case stays, because it was reviewed or appealed.').waitFor();
  await setStatus('unreviewed');
  const setHeld = (held: string) => query(web, `update reports.scammer_reports set ${held}`);
  await setHeld('is_removed = true, held_at = now()');
  await page.reload();
  await page.getByText("If you withdraw it, it won't go up.").waitFor();
  expect(await page.getByText('The case comes off the list.').count()).toBe(0);
  await setHeld('is_removed = false, held_at = null');
  await page.reload();

  const withdraw = page.getByRole('button', { name: 'Withdraw my report' });
  for (const key of ['Enter', 'Escape']) {
    await pressOn(page, withdraw);
    await expect.poll(() => stop(page)).toBe('BUTTON Keep it');
    await page.keyboard.press(key);
    await expect.poll(() => stop(page)).toBe('BUTTON Withdraw my report');
  }
  expect(await web.listedNames()).toContain('second_thought');
  await page.keyboard.press('Enter');
  await pressOn(page, page.getByRole('button', { name: 'Yes, withdraw my report' }));
  await expect.poll(() => stop(page)).toContain('P Withdrawn. You took it back.');
  expect(await page.getByText('Took the sleigh money.').count()).toBe(0);
  expect(await web.listedNames()).not.toContain('second_thought');
  await page.reload();
  await page.getByText('You took it back.').waitFor();
});

test('an unknown link shows an error', async () => {
  const { page } = await web.visit({ viewport: SMALL_PHONE });
  await page.goto('/my-report#0000-0000-0000-0000-0000-0000-00');
  await page.getByText("This link doesn't lead to a report.").waitFor();
});

test('a loss on a phone: checked fields, a message signed elsewhere, and the amount from the chain in the case', async () => {
  await web.chain.setDelays(AT_ONCE);
  const { username } = await web.report({ username: 'took_it_all' });
  const [payer, thief] = [await web.holder({ list: 5n }), Keypair.generate()];
  const hash = await web.pay({ to: thief.publicKey.toBase58(), tokens: 3n, by: payer });
  const { page } = await web.visit({ viewport: SMALL_PHONE });
  await page.goto(`/case/${username}#statement`);
  await page.getByRole('button', { name: 'A transaction I paid with' }).click();
  const next = page.getByRole('button', { name: 'Continue to sign' });
  await next.click();
  await page.getByText('Paste the hash of the transaction, or a link to it.').waitFor();
  await page.getByLabel('Your transaction').fill(`https://explorer.solana.com/tx/${hash}`);
  await page.getByLabel('What happened?').fill('He promised to double it and never answered again.');
  await next.click();

  const panel = page.getByRole('region', { name: 'One more step' });
  await panel.getByRole('button', { name: 'Sign somewhere else' }).click();
  await panel.getByLabel('Address of the wallet that paid').fill(payer.publicKey.toBase58());
  await panel.getByRole('button', { name: 'Get the message' }).click();
  const message = panel.getByRole('figure', { name: 'The message' }).locator('pre');
  const text = (await message.textContent()) ?? '';
  expect(text).toContain(hash);
  expect(await sticksOut(page)).toEqual([]);
  await untilStill(page);
  expect(await axeViolations(page)).toEqual([]);

  const field = panel.getByLabel('Signature', { exact: true });
  const send = panel.getByRole('button', { name: 'Send the signature' });
  await field.fill(signText(Keypair.generate(), text));
  await send.click();
  await panel.getByText('Not accepted', { exact: true }).waitFor();
  await field.fill(signText(payer, text));
  await send.click();
  await waitForToast(page, 'Statement submitted');
  await expect
    .poll(
      async () => {
        await page.reload();
        return page.getByText(/The reporter's wallet sent 3 of token/).count();
      },
      { timeout: 60_000, interval: 2_000 },
    )
    .toBe(1);
  expect(await sticksOut(page)).toEqual([]);
});
