import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ReviewedCase } from '@naughty-list/contracts/review';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { oembedOf, postIdAt, sendJson, startStandIn } from '@naughty-list/test-kit/stand-in-server';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { visitAsAdmin, withAdmin } from './admin-parts.ts';
import { expectSound } from './page-parts.ts';
import { DESKTOP, PHONE, startWeb } from './web-under-test.ts';

/** X's response to the link of a proof. A reported post (1225) is the account's, whenever it is read. */
let post: { username: string; text: string };
const x = closeAfterAll(
  await startStandIn((path, response) => {
    const asked = new URL(path, x.url).searchParams.get('url') ?? '';
    const [id = '', , username = ''] = asked.split('/').reverse();
    const reported = { username, text: 'Presents, half price!' };
    sendJson(response, oembedOf({ ...(id === '1225' ? reported : post), id }));
  }),
);
const web = closeAfterAll(await startWeb({ ...withAdmin, OEMBED_URL: `${x.url}/oembed` }));

/** A moderator's actions on the review desk. */
async function openDesk(caseNumber: number) {
  const { page } = await visitAsAdmin(web, '/admin');
  const headers = { origin: web.stack.url };
  const read = async (): Promise<ReviewedCase> =>
    (await page.request.get(`/api/admin/review/cases/${caseNumber}`)).json();
  const send = async (path: string, data: unknown) => {
    const answer = await page.request.post(`/api/admin/review/${path}`, { data, headers });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  };
  const newest = async () => {
    const appeal = (await read()).appeals.find(({ decision }) => decision === null);
    if (!appeal) throw new Error('no appeal waits');
    return appeal;
  };
  return {
    write: async (text: string) => send(`appeals/${(await newest()).id}/messages`, { text }),
    markHandle: () => send(`cases/${caseNumber}/handle`, { hasChanged: true, version: 1 }),
    decide: async (decision: object) => {
      const { id, version } = await newest();
      await send(`appeals/${id}/decision`, { version, ...decision });
    },
  };
}

/** Checks for messages from moderators; the button is at the end of the letter, so the status comes into view. */
async function news(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Check for updates' }).click();
  await page.getByText(text).first().waitFor();
  const status = page.getByRole('region', { name: 'Status of the appeal' });
  await expect.poll(() => status.evaluate((place) => place === document.activeElement)).toBe(true);
  await expect.poll(() => status.getByRole('listitem').last().evaluate(isInWindow)).toBe(true);
}

const isInWindow = (element: Element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
};

test.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
])('from “This is about me” to the decision and its receipt, on a %s', async (name, viewport) => {
  const username = `Appeal_${name}`;
  const { id } = await web.report({ username });
  const desk = await openDesk(id);
  // The receipt waits for the ledger's writer.
  const complains = /ERR_FAILED|status of 400|status of 503.*\/api\/appeal\/receipt/;
  const { page } = await web.open(`/case/${username}`, { viewport, complains });
  const open = page.getByRole('button', { name: 'Appeal for free' });
  await open.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Send the appeal' }).press('Enter');
  await page.getByText('Choose what your appeal is about.').waitFor();
  const focused = (text: string) =>
    expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain(text);
  await focused('The report is false');
  await page.getByLabel('What is your appeal about?').selectOption('false');
  await page
    .getByLabel('What should the moderators know?')
    .fill('None of this ever happened, and I can show it.');
  await page.route('**/api/appeals', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Send the appeal' }).press('Enter');
  await page.getByText('What you wrote is still here.').waitFor();
  await focused('Send the appeal');
  await page.keyboard.press('Enter');
  await page.getByText('Your appeal was received. This is your case code:').waitFor();
  await expectSound(page, 'case code');
  await page.getByRole('button', { name: 'Copy the code' }).click();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a file' }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe(`case-code-${username}.txt`);
  await page.getByText('Appeal under way.').waitFor();
  await page.getByRole('link', { name: 'Go to your appeal' }).press('Enter');
  await page.getByText('With a moderator').waitFor();
  expect(page.url()).toBe(`${web.stack.url}/appeal`);
  await page.getByText('None of this ever happened').waitFor();

  // Another tab has no code; a code works however it is typed.
  const other = await web.visit({ viewport });
  await other.page.goto('/appeal');
  await other.page.getByLabel('Your X handle').fill(`https://x.com/${username.toUpperCase()}`);
  await other.page.getByRole('button', { name: 'Open my case' }).click();
  await other.page.getByLabel('What is your appeal about?').waitFor();
  await other.page.goto('/appeal');
  await other.page.getByLabel('Case code').fill(code.toLowerCase().replaceAll('-', ' '));
  await other.page.getByRole('button', { name: 'Open the appeal' }).click();
  await other.page.getByText('None of this ever happened').waitFor();
  await other.page.getByRole('button', { name: 'Close and forget the code in this tab' }).click();
  await other.page.getByLabel('Case code').fill('0'.repeat(26));
  await other.page.getByRole('button', { name: 'Open the appeal' }).click();
  await other.page.getByText('Unknown case code.').waitFor();

  await desk.write('Which post do you mean? Please send its link.');
  // A failed check shows an error, not that there are no updates.
  await page.route('**/api/appeal', (route) => route.abort());
  await page.getByRole('button', { name: 'Check for updates' }).click();
  await page.getByText("That didn't work", { exact: true }).waitFor();
  await page.unroute('**/api/appeal');
  await news(page, 'Which post do you mean?');
  await page.getByLabel('Write to the moderators').fill('The one of the report: it is a parody account.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('it is a parody account.').first().waitFor();
  await page.getByText('Sent.', { exact: true }).waitFor();
  await focused('Send');

  await page.getByRole('button', { name: 'Get a code to post' }).click();
  await focused('Prove that the account is yours');
  const proof = page.getByRole('region', { name: 'Prove that the account is yours' });
  const shown = proof.locator('code');
  const text = `This is me. ${await shown.textContent()}`;
  const link = () => `https://x.com/${username}/status/${postIdAt(new Date(Date.now() + 1_000))}`;
  await proof.getByText('Suspended or hacked?').waitFor();
  expect(await page.getByRole('link', { name: 'Post on X' }).getAttribute('href')).toContain(
    encodeURIComponent((await shown.textContent()) ?? ''),
  );
  post = { username: 'somebody_else', text };
  await page.getByLabel('Link to your post').fill(link());
  await page.getByRole('button', { name: 'Check the post' }).click();
  await page.getByText('This post is by another account.').waitFor();
  await expectSound(page, 'a proof that failed');
  post = { username, text };
  await page.getByLabel('Link to your post').fill(link());
  await page.getByRole('button', { name: 'Check the post' }).click();
  await page.getByText("the appeal and the reply are marked as the account's own").waitFor();
  await focused('Proof of control');

  await desk.decide({
    decision: 'granted',
    rule: 'not_the_account',
    reason: 'X confirmed whose account it is.',
    status: 'cleared',
  });
  await news(page, 'Your appeal was granted.');
  const [receipt] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the receipt' }).click(),
  ]);
  const command = fileURLToPath(new URL('../../../packages/ledger/src/verify-receipt.ts', import.meta.url));
  expect(execFileSync(process.execPath, [command, await receipt.path()], { encoding: 'utf8' })).toContain(
    '"granted"',
  );
  await other.page.goto('/verify-receipt');
  await other.page.getByLabel('Receipt (a JSON file)').setInputFiles(await receipt.path());
  await other.page.getByText('The receipt matches its own key').waitFor();
  await other.page.getByText('granted', { exact: true }).waitFor();
  const reader = await web.open(`/case/${username}`, { javaScriptEnabled: false });
  await reader.page.getByText('This case is closed.').waitFor();
  await reader.page.getByText('X confirmed whose account it is.').first().waitFor();
});

test('a payment ends the appeal, and its page and the case say what that means', async () => {
  const username = 'Appeal_burned';
  const { id, uniqueBurnAddress: memo } = await web.report({ username });
  const { page } = await web.open(`/case/${username}#appeal`, { complains: /status of 4(09|10)/ });
  await page.getByLabel('What is your appeal about?').selectOption('false');
  await page.getByLabel('What should the moderators know?').fill('None of this ever happened.');
  await page.getByRole('button', { name: 'Send the appeal' }).click();
  await page.getByRole('link', { name: 'Go to your appeal' }).click();
  await page.getByText('due by').waitFor();
  await web.sql(`update reports.appeals set due_at = now() - interval '1 day' where report_id = ${id}`);
  await page.reload();
  await page.getByText('overdue since').waitFor();
  await page.getByLabel('Write to the moderators').fill('Here is one more thing.');
  const data = { txHash: await web.burn({ memo }) };
  await expect
    .poll(async () =>
      (await page.request.post(`/api/scammer-reports/${id}/remove-by-burn`, { data })).status(),
    )
    .toBe(200);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('This entry is no longer shown.').waitFor();
  await news(page, 'Your appeal ended without a decision.');
  const letter = page.getByRole('article');
  for (const text of [
    'This entry was removed by a payment.',
    'A payment removed the entry before a moderator decided.',
    'If the account is reported again, you can appeal again for free.',
  ])
    await letter.getByText(text).first().waitFor();
  expect(await letter.textContent()).not.toMatch(/Status of the case|Rule:|due by|Decided/);
  await expectSound(page, 'an appeal that a payment ended');
  await letter.getByRole('link', { name: `@${username}` }).click();
  await page.getByRole('heading', { name: 'This entry was removed by a payment.' }).waitFor();
  await page.getByText('Any appeal under way at the time ended without a decision.').waitFor();
  await page.getByRole('link', { name: 'Open your appeal' }).click();
  await page.getByText('Your appeal ended without a decision.').waitFor();
  // The code in this tab is not one of an appeal against the new report.
  const twitterUrl = `https://x.com/${username}/status/2026`;
  const anew = { username, twitterUrl, description: 'Sold us the same sleigh again.' };
  expect((await page.request.post('/api/scammer-reports', { data: anew })).status()).toBe(201);
  await page.goto(`/case/${username}#appeal`);
  await page.getByLabel('What is your appeal about?').waitFor();
});

test('keeps what was typed until it is sent, or the code is forgotten', async () => {
  const username = 'Appeal_typed';
  await web.report({ username });
  const { page } = await web.open(`/case/${username}#appeal`);
  const typed = async (label: string, text: string) => {
    await page.getByLabel(label).fill(text);
    await page.reload();
    await expect.poll(() => page.getByLabel(label).inputValue()).toBe(text);
  };
  await typed('What should the moderators know?', 'It was my sleigh all along, ask anyone.');
  await page.getByLabel('What is your appeal about?').selectOption('false');
  await page.getByRole('button', { name: 'Send the appeal' }).click();
  await page.getByRole('link', { name: 'Go to your appeal' }).click();
  const letter = page.getByLabel('Write to the moderators');
  await typed('Write to the moderators', 'Here is the bill of the sleigh.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Sent.', { exact: true }).waitFor();
  await page.reload();
  await letter.waitFor();
  expect(await letter.inputValue()).toBe('');
  await letter.fill('What only I may read.');
  await page.getByRole('button', { name: 'Close and forget the code in this tab' }).click();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('only I');
});

test('asks for no post of a handle that has changed hands: it would be its new owner’s', async () => {
  const username = 'Appeal_moved';
  const { id } = await web.report({ username });
  await (await openDesk(id)).markHandle();
  const { page } = await web.open(`/case/${username}#appeal`, { viewport: PHONE });
  await page.getByLabel('What is your appeal about?').selectOption('not_me');
  await page.getByLabel('What should the moderators know?').fill('I have had this name since last week.');
  await page.getByRole('button', { name: 'Send the appeal' }).click();
  await page.getByRole('link', { name: 'Go to your appeal' }).click();
  const proof = page.getByRole('region', { name: 'Prove that the account is yours' });
  await proof.getByText(`@${username} has changed hands`).waitFor();
  expect(await page.getByRole('button', { name: 'Get a code to post' }).count()).toBe(0);
  await expectSound(page, 'an appeal about a handle that has changed hands');
});

test('the appeal link of a name without an entry shows what to do', async () => {
  const { page } = await web.open('/appeal', { viewport: PHONE });
  await page.getByLabel('Your X handle').fill('@Never_listed');
  await page.getByRole('button', { name: 'Open my case' }).click();
  await page.getByRole('heading', { name: 'Nothing to appeal under this name' }).waitFor();
  expect(await page.getByText('What to check next').count()).toBe(0);
  await expectSound(page, 'nothing to appeal');
  await page.reload();
  await page.getByRole('heading', { name: 'Nothing to appeal under this name' }).waitFor();
  await page.goto('/case/Never_listed');
  await page.getByRole('heading', { name: 'What to check next' }).waitFor();
});
