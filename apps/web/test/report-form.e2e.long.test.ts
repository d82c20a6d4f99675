import { reportTexts } from '@naughty-list/contracts/report-input';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { Keypair } from '@solana/web3.js';
import { expect, test } from 'vitest';
import { pressOn, stop } from './keyboard-walk.ts';
import {
  captchaAnswer,
  cardOf,
  expectSound,
  fillReport,
  sendReport,
  sendSignature,
  signElsewhere,
  solveCaptcha,
  sticksOut,
  waitForToast,
} from './page-parts.ts';
import { signText } from './wallets.ts';
import { AT_ONCE, PHONE, SMALL_PHONE, startWeb } from './web-under-test.ts';

const web = closeAfterAll(await startWeb());

const good = { url: 'https://x.com/grinch/status/1', description: 'Stole every present in town.' };

test.each([
  { url: 'https://notx.com/grinch', description: good.description, text: reportTexts.foreignUrl },
  { url: good.url, description: 'a'.repeat(1001), text: reportTexts.descriptionTooLong },
  { url: good.url, description: 'look: <script>alert(1)</script>', text: reportTexts.descriptionDangerous },
])('the form says: $text', async ({ url, description, text }) => {
  const { page } = await web.visit();
  await sendReport(page, { url, description });
  await page.getByText(text, { exact: true }).waitFor();
});

test('an empty form shows an error at every field, and focuses the first', async () => {
  const { page } = await web.open('/?view=report');
  await page.getByRole('button', { name: 'Submit Report' }).click();
  for (const text of [reportTexts.invalidUrl, reportTexts.descriptionTooShort, reportTexts.captchaRequired]) {
    await page.getByText(text, { exact: true }).waitFor();
  }
  const hasFocus = () =>
    page.getByLabel('Link to the post on X').evaluate((field) => field === document.activeElement);
  await expect.poll(hasFocus).toBe(true);
});

test.each(['wrong', 'four', ''])(
  'a wrong sum (%j) is refused and replaced; nothing else is lost',
  async (kind) => {
    const { page } = await web.open('/?view=report');
    await fillReport(page, good);
    const captcha = page.getByLabel("Prove you're not a bot");
    await captcha.fill(kind === 'wrong' ? String((await captchaAnswer(page)) + 1) : kind);
    await page.getByRole('button', { name: 'Submit Report' }).click();
    const text = kind === '' ? reportTexts.captchaRequired : 'Incorrect answer. Please try again.';
    await page.getByText(text, { exact: true }).waitFor();
    expect(await captcha.inputValue()).toBe('');
    expect(await page.getByLabel('What happened?').inputValue()).toBe(good.description);
  },
);

test('the chosen category survives a reload and is found by the filter; the card has the badge of the description', async () => {
  await web.report({ username: 'other_grinch' });
  const { page } = await web.open('/?view=report', { viewport: PHONE });
  await fillReport(page, { url: 'https://x.com/phish_grinch/status/1', description: good.description });
  await page.getByText('Phishing', { exact: true }).click();
  await page.reload();
  await page.getByRole('radio', { name: 'Phishing', checked: true }).waitFor();
  await solveCaptcha(page);
  await page.getByRole('button', { name: 'Submit Report' }).click();
  const card = cardOf(page, 'phish_grinch');
  await card.getByText('STOLE', { exact: true }).waitFor();
  const filter = page.getByRole('group', { name: 'Category' });
  await filter.getByText('Phishing').click();
  await page.getByText('Showing 1 of 1, newest first').waitFor();
  await card.waitFor();
  // A search in one category does not say that there is no report at all.
  await filter.getByText('DeFi').click();
  await page.getByRole('combobox').fill('every present');
  await page.keyboard.press('Enter');
  await page.getByText('No matching reports found').waitFor();
  expect(await page.getByText('No report found').count()).toBe(0);
  await page.getByRole('button', { name: 'Back to the whole list' }).click();
  await cardOf(page, 'other_grinch').waitFor();
  await filter.getByRole('radio', { name: 'All', checked: true }).waitFor();
});

test('traces in a report are shown before it is sent, and can be left out; a trace’s page works without scripts', async () => {
  const wallet = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
  const { page } = await web.open('/?view=report', { viewport: PHONE });
  await fillReport(page, {
    url: 'https://x.com/trace_grinch/status/1',
    description: `From my own-site.com to ${wallet}.`,
  });
  await page.getByLabel('Wallets, sites or chats they used').fill('t.me/grinch_calls, the bald one');
  await page.getByText("so it won't be saved: the bald one. Describe it under").waitFor();
  const own = page.getByRole('checkbox', { name: 'Website: own-site.com' });
  await page.getByRole('checkbox', { name: 'Telegram: @grinch_calls', checked: true }).waitFor();
  await own.uncheck();
  await page.reload();
  await expect.poll(() => own.isChecked()).toBe(false);
  await solveCaptcha(page);
  await page.getByRole('button', { name: 'Submit Report' }).click();
  await cardOf(page, 'trace_grinch').waitFor();

  const { page: plain } = await web.visit({ viewport: PHONE, javaScriptEnabled: false });
  await plain.goto('/case/trace_grinch');
  expect(await plain.getByText('own-site.com').count()).toBe(1);
  await plain.getByRole('link', { name: wallet }).click();
  await plain.getByText('Named in reports. Ownership is not verified.').waitFor();
  await plain.getByRole('heading', { name: wallet }).waitFor();
  await plain.getByRole('link', { name: '@trace_grinch' }).click();
  await plain.getByRole('heading', { name: '@trace_grinch' }).waitFor();
  const missing = await plain.goto('/trace/domain/own-site.com');
  expect(missing?.status()).toBe(404);
  await page.goto('/trace/domain/own-site.com');
  await page.getByText('own-site.com', { exact: true }).waitFor();
});

test('Buy $LIST scrolls past an open form, and keeps its input', async () => {
  const { page } = await web.open('/?view=report');
  await fillReport(page, good);
  await page.getByRole('banner').getByRole('button', { name: 'Buy $LIST' }).click();
  await expect
    .poll(() => page.locator('#token').evaluate((section) => Math.abs(section.getBoundingClientRect().top)))
    .toBeLessThan(200);
  expect(await page.getByLabel('What happened?').inputValue()).toBe(good.description);
  expect(new URL(page.url()).search).toBe('?view=report');
});

test('characters are counted like on the server: an emoji is one', async () => {
  const { page } = await web.open('/?view=report');
  const description = '🎅'.repeat(1000);
  await fillReport(page, { url: 'https://x.com/emoji_grinch/status/1', description });
  await page.getByText('1,000 of 1,000 characters').waitFor();
  await solveCaptcha(page);
  await page.getByRole('button', { name: 'Submit Report' }).click();
  await waitForToast(page, 'Report Submitted Successfully!');
});

test('the link is normalized and determines the account; a reload keeps the draft', async () => {
  const { page } = await web.open('/');
  await page.getByRole('button', { name: 'Report Scammer' }).click();
  await fillReport(page, { url: ' twitter.com/Grinch_77/status/5?s=20#top ', description: good.description });
  await page.getByText('You are reporting @Grinch_77').waitFor();
  const url = page.getByLabel('Link to the post on X');
  expect(await url.inputValue()).toBe('https://twitter.com/Grinch_77/status/5');
  await page.reload();
  await page.getByText('You are reporting @Grinch_77').waitFor();
  expect(await url.inputValue()).toBe('https://twitter.com/Grinch_77/status/5');
  expect(await page.getByLabel('What happened?').inputValue()).toBe(good.description);
});

test('on a phone, by keyboard: private data is noted while typing, and the report can still be sent', async () => {
  const { page } = await web.visit({ complains: false, viewport: PHONE });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/?view=report');
  await page.getByLabel('Link to the post on X').focus();
  await page.keyboard.type('x.com/phone_grinch/status/3');
  const isGate = (url: string) => url.includes('find-private-data');
  expect(asked.some(isGate)).toBe(false);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Call him at 415-555-0132, he robbed us.');
  const hint =
    'Please remove the phone number: reports are public. If you leave it in, a moderator reads the report before it goes up.';
  const announced = page.getByText(hint, { exact: true });
  await announced.waitFor();
  expect(asked.some(isGate)).toBe(true);
  expect(await announced.getAttribute('aria-live')).toBe('polite');
  const field = page.getByLabel('What happened?');
  const described = await field.evaluate((control) =>
    (control.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent),
  );
  expect(described.join(' ')).toContain(hint);
  expect(await field.getAttribute('aria-invalid')).toBe('false');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);

  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('He robbed us on 2025-11-03 of 4155550132 lamports.');
  await announced.waitFor({ state: 'hidden' });
  await page.keyboard.type(' Mail grinch@example.com');
  await page.getByText('Please remove the email address').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type(String(await captchaAnswer(page)));
  await page.keyboard.press('Enter');
  await waitForToast(
    page,
    'Report Submitted Successfully!',
    'Your text contains an email address, so a moderator will read it before it goes up.',
  );
  expect(await web.listedNames()).not.toContain('phone_grinch');
});

test('the draft about a listed account moves to its case', async () => {
  await web.report({ username: 'Told_Before' });
  const { page } = await web.open('/?view=report');
  await fillReport(page, { ...good, url: 'https://x.com/told_before/status/9' });
  await page.getByLabel('Wallets, sites or chats they used').fill('t.me/told_before');
  await solveCaptcha(page);
  await page.getByRole('button', { name: 'Submit Report' }).click();
  await page.getByRole('link', { name: 'Add what happened to you' }).click();
  await page.waitForURL('**/case/Told_Before#statement');
  await page.getByLabel('What happened?').waitFor();
  expect(await page.getByLabel('What happened?').inputValue()).toBe(good.description);
  expect(await page.locator('#statement').getByRole('textbox').first().inputValue()).toContain('/status/9');
  expect(await page.getByLabel('Wallets, sites or chats they used').inputValue()).toBe('t.me/told_before');
});

test('a statement about a renamed account takes a post under its present name', async () => {
  const { id } = await web.report({ username: 'former_elf' });
  await web.sql('insert into reports.aliases (report_id, username) values ($1, $2)', [id, 'present_elf']);
  const { page } = await web.open('/case/former_elf', { viewport: PHONE });
  await page.getByRole('button', { name: 'Add what happened to you' }).click();
  await page.getByText('A post by @present_elf that is not part of the case yet.').waitFor();
  await page.getByLabel('Link to the post on X').fill('https://x.com/present_elf/status/99');
  await page.getByLabel('What happened?').fill('Under the new name, it was the same to me.');
  await solveCaptcha(page);
  await page.getByRole('button', { name: 'Submit Statement' }).click();
  await waitForToast(page, 'Statement submitted');
});

test('a refused report gets a new captcha, and its other fields are kept', async () => {
  const { page } = await web.open('/?view=report');
  await fillReport(page, good);
  await solveCaptcha(page);
  await page.route('**/api/scammer-reports', (route) =>
    route.fulfill({ status: 429, json: { code: 'too_many_requests', message: 'One at a time, please.' } }),
  );
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('-reports')),
    page.getByRole('button', { name: 'Submit Report' }).click(),
  ]);
  expect(sent.postDataJSON()).toMatchObject({
    twitterUrl: good.url,
    username: 'grinch',
    scamCategory: 'other',
    description: good.description,
  });
  await waitForToast(page, 'Submission Failed', 'One at a time, please.');
  expect(await page.getByLabel("Prove you're not a bot").inputValue()).toBe('');
  expect(await page.getByLabel('What happened?').inputValue()).toBe(good.description);
  expect(await page.getByLabel('Link to the post on X').inputValue()).toBe(good.url);
});

test('while it is sent, the button shows progress', async () => {
  const { page } = await web.open('/?view=report');
  await fillReport(page, { ...good, url: 'https://x.com/slow_sender/status/4' });
  await solveCaptcha(page);
  let send = () => {};
  const held = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route('**/api/scammer-reports', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Submit Report' }).click();
  const button = page.getByRole('button', { name: 'Submitting...' });
  await button.waitFor();
  expect(await button.isDisabled()).toBe(true);
  send();
  await waitForToast(page, 'Report Submitted Successfully!');
});

test.each([
  ['https://x.com/some_grinch', reportTexts.profileUrl],
  ['https://x.com/i/web/status/77', reportTexts.namelessPost],
])('what is wrong with %s is said at once, and until it leads to a post', async (link, reason) => {
  const { page } = await web.open('/?view=report');
  const url = page.getByLabel('Link to the post on X');
  await url.fill(link);
  await page.getByText(reason, { exact: true }).waitFor();
  expect(await url.evaluate((field) => field === document.activeElement)).toBe(true);
  await url.fill('https://x.com/some_grinch/status/77?s=20');
  await page.getByText('You are reporting @some_grinch').waitFor();
  expect(await page.getByText(reason, { exact: true }).count()).toBe(0);
});

test('a reporter on a phone opens the private page, sees the state, and withdraws the report after a confirmation', async () => {
  const { page } = await web.visit({ viewport: SMALL_PHONE });
  await sendReport(page, {
    url: 'https://x.com/second_thought/status/1',
    description: 'Took the sleigh money.',
  });
  const toast = await waitForToast(page, 'Report Submitted Successfully!');
  await toast.getByRole('button', { name: 'See or withdraw it' }).waitFor();

  await page.goto('/?view=report');
  await page.getByText('What you sent from this browser').click();
  await page.getByRole('link', { name: 'About @second_thought: see or withdraw it' }).click();
  await page.getByText('Everyone can read it.').waitFor();
  await page.getByText('Took the sleigh money.').waitFor();
  await expectSound(page);

  await page.getByText('The case comes off the list').waitFor();
  const set = (change: string) => web.sql(`update reports.scammer_reports set ${change}`);
  await set("status = 'disputed'");
  await page.reload();
  await page.getByText('The case stays, because it was reviewed or appealed.').waitFor();
  await set("status = 'unreviewed'");
  await set('is_removed = true, held_at = now()');
  await page.reload();
  await page.getByText("If you withdraw it, it won't go up.").waitFor();
  expect(await page.getByText('The case comes off the list').count()).toBe(0);
  await set('is_removed = false, held_at = null');
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
  expect(await page.getByText('withdraw what you sent').count()).toBe(0);
});

test('an unknown link shows an error', async () => {
  const { page } = await web.open('/my-report#0000-0000-0000-0000-0000-0000-00', { viewport: SMALL_PHONE });
  await page.getByText("This link doesn't lead to a report or statement.").waitFor();
});

test('a loss on a phone: checked fields, a message signed elsewhere, and the amount from the chain in the case', async () => {
  await web.chain.setDelays(AT_ONCE);
  const { username } = await web.report({ username: 'took_it_all' });
  const [payer, thief] = [await web.holder({ list: 5n }), Keypair.generate()];
  const hash = await web.pay({ to: thief.publicKey.toBase58(), tokens: 3n, by: payer });
  const { page } = await web.open(`/case/${username}#statement`, { viewport: SMALL_PHONE });
  await page.getByRole('button', { name: 'A transaction I paid with' }).click();
  const next = page.getByRole('button', { name: 'Continue to sign' });
  await next.click();
  await page.getByText('Paste the hash of the transaction, or a link to it.').waitFor();
  await page.getByLabel('Your transaction').fill(`https://explorer.solana.com/tx/${hash}`);
  await page.getByLabel('What happened?').fill('He promised to double it and never answered again.');
  await next.click();

  const panel = page.getByRole('region', { name: 'One more step' });
  const text = await signElsewhere(panel, payer.publicKey.toBase58());
  expect(text).toContain(hash);
  await expectSound(page);

  await sendSignature(panel, signText(Keypair.generate(), text));
  await panel.getByText('Not accepted', { exact: true }).waitFor();
  await sendSignature(panel, signText(payer, text));
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
