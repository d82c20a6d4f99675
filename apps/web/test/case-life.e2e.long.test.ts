import { appealTexts } from '@naughty-list/contracts/appeals';
import { caseTexts } from '@naughty-list/contracts/case-texts';
import { reportListTexts } from '@naughty-list/contracts/reports';
import { addAccount } from '@naughty-list/embedded/test/add-account';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { type Post, postIdAt, startOembedServer } from '@naughty-list/test-kit/stand-in-server';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ADMIN, fillLogin, pressLogIn, withAdmin } from './admin-parts.ts';
import {
  expectSound,
  fillReport,
  load,
  solveCaptcha,
  sticksOut,
  verify,
  waitForToast,
} from './page-parts.ts';
import { DESKTOP, PHONE, startWeb, type VisitOptions } from './web-under-test.ts';

const MODERATOR = { ...ADMIN, username: 'rudolph' };

/** The posts on X. */
const posts: Post[] = [];

const oembed = closeAfterAll(await startOembedServer(posts));
// Visitors state their networks, as a proxy would.
const web = closeAfterAll(
  await startWeb({ ...withAdmin, OEMBED_URL: `${oembed.url}/oembed`, TRUST_PROXY: '1' }),
);
addAccount(web.stack, { ...MODERATOR, role: 'moderator' });

let people = 0;
/** A person on a separate network. */
const arrive = (options: VisitOptions) => {
  people += 1;
  return web.visit({ ...options, extraHTTPHeaders: { 'x-forwarded-for': `198.51.${people}.7` } });
};

const press = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true }).click();
const seen = (within: Page | Locator, text: string) => within.getByText(text).first().waitFor();
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const expectFit = async (page: Page) => expect(await sticksOut(page)).toEqual([]);

async function reportByForm(page: Page, url: string, description: string): Promise<void> {
  await load(page, '/?view=report');
  await fillReport(page, { url, description });
  await solveCaptcha(page);
  await press(page, 'Submit Report');
}

async function openCase(page: Page, username: string): Promise<void> {
  await load(page, `/case/${username}`);
  await page.getByRole('heading', { level: 1, name: `@${username}` }).waitFor();
}

/** Opens a case until its page, which is cached for a second, has the text. */
const openChanged = (page: Page, username: string, text: string) =>
  expect.poll(() => openCase(page, username).then(() => page.locator('main').textContent())).toContain(text);

/** The number of kept posts of a case. */
async function countKept(username: string): Promise<number> {
  const [kept] = await web.sql<{ count: number }>(
    `select count(*)::int from reports.kept_posts join reports.scammer_reports on id = report_id
     where username = $1 and text is not null`,
    [username],
  );
  return kept?.count ?? 0;
}

async function logIn(page: Page, account: typeof ADMIN): Promise<void> {
  await page.goto('/admin');
  await fillLogin(page, account);
  await pressLogIn(page);
  await seen(page, `Logged in as ${account.username}`);
}

/** Opens an item of the queue. */
async function openItem(page: Page, kind: string, username: string): Promise<void> {
  await page.goto('/admin/review');
  await page.getByRole('button', { name: new RegExp(`^${kind}.*@${username}`) }).click();
  await page.getByRole('heading', { name: `${kind}: @${username}` }).waitFor();
}

/** Decides the open appeal. */
async function decide(
  page: Page,
  { button, status, rule, reason }: { button: string; status: string; rule: string; reason: string },
): Promise<void> {
  await press(page, button);
  const form = page.getByRole('form');
  await form.getByLabel('Status afterwards').selectOption(status);
  await form.getByLabel('Rule', { exact: true }).selectOption(rule);
  await form.getByLabel('Public reason').fill(reason);
  await expectFit(page);
  await form.getByRole('button', { name: 'Send' }).click();
}

const sizes = [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const;

test.each(sizes)(
  'a case is reported, answered, refused, reopened and cleared, on a %s',
  async (size, viewport) => {
    const username = `Life_${size}`;
    const url = `https://x.com/${username}/status/1225`;
    const reported = [
      { username, id: '1225', text: 'A sleigh for 1 SOL, today only!' },
      { username, id: '1226', text: 'Reindeer at half price!' },
    ];
    posts.push(...reported);

    const victim = await arrive({ viewport, complains: /status of 409/ });
    await reportByForm(victim.page, url, 'Sold us a sleigh that was never built.');
    await waitForToast(victim.page, 'Report Submitted Successfully!');
    expect(await web.listedNames()).toContain(username);

    const second = await arrive({ viewport, complains: false });
    await openCase(second.page, username);
    await press(second.page, 'Add what happened to you');
    await fillReport(second.page, {
      url: `https://x.com/${username}/status/1226`,
      description: 'Promised me reindeer as well, took my coins, and blocked me.',
    });
    await solveCaptcha(second.page);
    await expectFit(second.page);
    await press(second.page, 'Submit Statement');
    await waitForToast(second.page, 'Statement submitted');
    await seen(second.page, '1 report, at least one further statement.');
    const report = region(second.page, 'What was reported');
    expect(await report.textContent()).toMatch(/Reported on .+, in the reporter's own words\./);
    await expect.poll(() => countKept(username)).toBe(2);
    for (const post of reported) posts.splice(posts.indexOf(post), 1);

    const { page } = await arrive({ viewport, complains: /status of 4\d\d/ });
    await openCase(page, username);
    await press(region(page, 'This is about me'), 'Appeal for free');
    await page.getByLabel('What is your appeal about?').selectOption('The report is false');
    await page.getByLabel('What should the moderators know?').fill('The sleigh was delivered on the 24th.');
    await expectFit(page);
    await press(page, 'Send the appeal');
    await seen(page, 'Your appeal was received. This is your case code:');
    const caseCode = (await region(page, 'This is about me').locator('code').textContent()) ?? '';
    await expectFit(page);
    await page.getByRole('link', { name: 'Go to your appeal' }).click();
    await seen(page, 'An appeal about');
    await press(page, 'Close and forget the code in this tab');
    await openChanged(page, username, 'Appeal under way.');
    await press(page, 'Remove Report');
    await seen(region(page, 'What the burn buys'), 'Appeal under way.');
    await press(region(page, 'This is about me'), 'Appeal for free');
    await page.getByLabel('What is your appeal about?').waitFor();
    expect(await page.locator('body').textContent()).not.toContain(caseCode);
    await load(page, '/appeal');
    await page.getByLabel('Case code').fill(caseCode.toLowerCase().replaceAll('-', ' '));
    await expectFit(page);
    await press(page, 'Open the appeal');
    await seen(page, 'The sleigh was delivered on the 24th.');
    await expectFit(page);

    await press(page, 'Get a code to post');
    const proof = region(page, 'Prove that the account is yours');
    const code = (await proof.locator('code').textContent()) ?? '';
    const post = { username, id: postIdAt(new Date(Date.now() + 1_000)), text: 'Merry Christmas!' };
    posts.push(post);
    await proof.getByLabel('Link to your post').fill(`https://x.com/${username}/status/${post.id}`);
    await press(proof, 'Check the post');
    await seen(proof, 'The code is not in the text of the post.');
    await expectFit(page);
    post.text = `I'm responding to the report about this account. ${code}`;
    await press(proof, 'Check the post');
    await region(page, 'Proof of control').waitFor();
    const reply = region(page, 'Public reply');
    await reply.getByLabel('Your reply').fill('We delivered on the 24th, and the post shows it.');
    await reply.getByLabel('My reply contradicts the report').check();
    await press(reply, 'Send the reply');
    await seen(reply, 'A moderator reads it before it goes up');
    await expectFit(page);

    const { page: desk } = await arrive({ viewport, complains: /status of 409/ });
    await logIn(desk, MODERATOR);
    await seen(desk, '2 waiting');
    await expectFit(desk);
    await openItem(desk, 'Reply to publish', username);
    await expectFit(desk);
    await press(desk, 'Publish the reply');
    await desk.getByRole('heading', { name: `Appeal: @${username}` }).waitFor();
    await seen(desk, 'From the account: control is proven.');
    await expectFit(desk);
    for (const [section, text] of [
      ['The post on X', 'A sleigh for 1 SOL, today only!'],
      ['Statements (1)', 'Reindeer at half price!'],
    ] as const) {
      await press(region(desk, section), 'Check the post on X');
      await seen(region(desk, section), "X doesn't show this post as the account's.");
      await seen(region(desk, section), text);
    }
    await expectFit(desk);
    await press(desk, 'Write a message');
    await desk.getByLabel('Message').fill('Which post shows the delivery? Please link it.');
    await desk.getByRole('form').getByRole('button', { name: 'Send' }).click();
    await seen(desk, 'Message sent.');

    await press(page, 'Check for updates');
    await seen(page, 'Which post shows the delivery? Please link it.');
    await seen(page, caseTexts.status.disputed);
    await page.getByLabel('Write to the moderators').fill('I do not find it any more, sorry.');
    await press(page, 'Send');
    await seen(region(page, 'Letters'), 'I do not find it any more, sorry.');
    await expectFit(page);

    await openItem(desk, 'Appeal', username);
    await seen(desk, 'I do not find it any more, sorry.');
    await decide(desk, {
      button: 'Refuse',
      status: 'As before the dispute: Reported, not reviewed',
      rule: 'The appeal gives no grounds to change the entry.',
      reason: 'Nothing shows that the sleigh was delivered.',
    });
    await desk.getByRole('heading', { name: 'Nothing to review' }).waitFor();

    await press(page, 'Check for updates');
    const decision = region(page, 'Your appeal was refused.');
    for (const text of [
      'The appeal gives no grounds to change the entry.',
      'Nothing shows that the sleigh was delivered.',
      'If you have new evidence, you can ask for a second decision below.',
    ])
      await seen(decision, text);
    await expectSound(page);
    await openChanged(second.page, username, 'the account itself');
    await seen(second.page, 'No moderator has confirmed the report.');
    await seen(second.page, 'Nothing shows that the sleigh was delivered.');
    await seen(report, 'A sleigh for 1 SOL, today only!');
    await seen(region(second.page, 'Further statements'), 'Reindeer at half price!');
    await expectFit(second.page);

    await decision.getByLabel(`New evidence about @${username}`).fill('Here it is: x.com/snow/status/7');
    await press(decision, 'Appeal again');
    await seen(page, 'A second appeal');
    await seen(region(page, 'The first decision'), 'Nothing shows that the sleigh was delivered.');
    await expectSound(page);

    await openItem(desk, 'Appeal', username);
    const cleared = {
      button: 'Grant',
      status: caseTexts.status.cleared,
      rule: 'The evidence does not support the report.',
      reason: 'The post of the carrier shows the delivery.',
    };
    // Until another account has logged in, the moderator is alone.
    const admin = await arrive({ viewport, complains: false });
    await logIn(admin.page, ADMIN);
    await decide(desk, cleared);
    await waitForToast(desk, 'Not decided', appealTexts.otherModerator);
    await openItem(admin.page, 'Appeal', username);
    await decide(admin.page, cleared);
    await admin.page.getByRole('heading', { name: 'Nothing to review' }).waitFor();

    await press(page, 'Check for updates');
    const granted = region(page, 'Your appeal was granted.');
    for (const text of [cleared.reason, 'The entry is off the list.']) await seen(granted, text);
    await expectFit(page);
    await openChanged(second.page, username, caseTexts.status.cleared);
    for (const text of [cleared.rule, cleared.reason, 'the account itself']) await seen(second.page, text);
    await seen(second.page, 'We delivered on the 24th, and the post shows it.');
    await expectFit(second.page);
    expect(await web.listedNames()).not.toContain(username);

    await reportByForm(victim.page, url, 'Sold us a sleigh that was never built.');
    await waitForToast(victim.page, 'Submission Failed', 'This post was reviewed and its case cleared.');
    await expectFit(victim.page);
    posts.push({ username, id: '2412', text: 'A second sleigh, half price!' });
    await reportByForm(
      victim.page,
      `https://x.com/${username}/status/2412`,
      'Sold a second sleigh, to my neighbour this time.',
    );
    await waitForToast(victim.page, 'Report Submitted Successfully!', reportListTexts.heldAsCleared);
    await openChanged(second.page, username, caseTexts.status.cleared);
    await openItem(desk, 'Held report', username);
    await press(desk, 'Publish');
    await desk.getByRole('heading', { name: 'Nothing to review' }).waitFor();
    await openChanged(second.page, username, 'No moderator has confirmed the report.');
    await seen(second.page, 'Sold a second sleigh');
    expect(await second.page.locator('main').textContent()).not.toContain('the account itself');
    await expectFit(second.page);
  },
);

test.each(sizes)(
  'beside it, a case is removed by a burn, and its name is gone, on a %s',
  async (size, viewport) => {
    const username = `Burnt_${size}`;
    // X shows a post under any name by its number, so that each account needs a separate one.
    const post = { username, id: postIdAt(new Date()), text: 'Coins, now!' };
    posts.push(post);
    const { page } = await arrive({ viewport, complains: /status of 410/ });
    await reportByForm(page, `https://x.com/${username}/status/${post.id}`, 'Sold coal as coins.');
    await waitForToast(page, 'Report Submitted Successfully!');
    await openCase(page, username);
    await press(page, 'Remove Report');
    const panel = region(page, 'Removal by a burn');
    const memo = (await panel.getByText(/^LISTBURN\d{3}$/).textContent()) ?? '';
    await expectFit(page);
    await verify(panel, await web.burn({ memo }));
    await waitForToast(page, 'Report Removed Successfully');
    await expectFit(page);
    const path = `/case/${username}`;
    await expect.poll(async () => (await load(page, path))?.status()).toBe(410);
    await page.getByRole('heading', { level: 1, name: caseTexts.burned }).waitFor();
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
    await expectFit(page);
    expect(await page.locator('html').innerHTML()).not.toMatch(/burnt_|coal/i);
    expect(await (await fetch(web.stack.url + path)).text()).not.toMatch(/burnt_|coal/i);
    expect(await web.listedNames()).not.toContain(username);
  },
);
