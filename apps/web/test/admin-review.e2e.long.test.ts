import { CASE_CODE_HEADER, openAppeal, setReply } from '@naughty-list/contracts/appeals';
import { addAccount } from '@naughty-list/embedded/test/add-account';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { ADMIN, visitAsAdmin, withAdmin } from './admin-parts.ts';
import { expectSound, waitForToast } from './page-parts.ts';
import { DESKTOP, PHONE, startWeb } from './web-under-test.ts';

/** More than one page of the queue has. */
const CASES = 120;

const web = closeAfterAll(await startWeb(withAdmin));
beforeEach(() =>
  web.sql(
    'truncate reports.scammer_reports, reports.statements, reports.case_changes, reports.contributions, reports.appeals cascade',
  ),
);

/** Inserts held reports whose text says how to decide them. The first was held first. */
async function holdReports(name: string, count: number): Promise<void> {
  await web.sql(
    `insert into reports.scammer_reports (twitter_url, username, description, unique_burn_address, is_removed, held_at,
       hold_reason, scam_category)
     select 'https://x.com/' || $1 || i || '/status/' || i, $1 || i,
       case when i % 3 = 0 then 'Verdict: reject. An advertisement.' else 'Verdict: publish. He took my sleigh.' end,
       'HELD' || $1 || i, true, now() - interval '2 days' + i * interval '1 second', 'rate', 'other'
     from generate_series(1, $2::int) i`,
    [name, count],
  );
}

/** Inserts listed reports with a held statement each, whose text says how to decide it. */
async function holdStatements(name: string, count: number): Promise<void> {
  await web.sql(
    `with listed as (
       insert into reports.scammer_reports (twitter_url, username, description, unique_burn_address, scam_category)
       select 'https://x.com/' || $1 || i || '/status/' || i, $1 || i, 'Sold a sleigh that was never built.',
         'STATED' || $1 || i, 'other' from generate_series(1, $2::int) i
       returning id, substr(username, length($1) + 1)::int as i
     )
     insert into reports.statements (report_id, twitter_url, description, held_at, hold_reason)
     select id, 'https://x.com/witness/status/4' || i,
       case i % 4 when 0 then 'Verdict: reject. Not about this account.' when 1 then 'Verdict: status. The post shows it.'
         else 'Verdict: publish. He did it to me too.' end,
       now() - interval '1 day' + i * interval '1 second', 'reporter'
     from listed`,
    [name, count],
  );
}

/** Inserts listed reports with an appeal each, whose message says how to decide it. */
async function openAppeals(name: string, count: number): Promise<void> {
  await web.sql(
    `with listed as (
       insert into reports.scammer_reports (twitter_url, username, description, unique_burn_address, scam_category)
       select 'https://x.com/' || $1 || i || '/status/' || i, $1 || i, 'Sold a sleigh that was never built.',
         'APPEAL' || $1 || i, 'other' from generate_series(1, $2::int) i
       returning id, substr(username, length($1) + 1)::int as i
     ), opened as (
       insert into reports.appeals (report_id, grounds, opened_at, due_at)
       select id, 'not_me', now() - interval '1 day' + i * interval '1 second', now() + interval '6 days' + i * interval '1 second'
       from listed
       returning id, report_id
     )
     insert into reports.appeal_messages (appeal_id, author, body)
     select opened.id, 'account', case when i % 2 = 0 then 'Verdict: grant. I am another person.'
       else 'Verdict: refuse. I deny everything.' end
     from opened join listed on listed.id = report_id`,
    [name, count],
  );
}

const title = (page: Page) => page.locator('#case-title');
/** The text to decide on: a description, or the message of an appeal. */
const marked = (page: Page) =>
  page
    .getByText('To be decided now')
    .locator('..')
    .or(page.getByRole('listitem').filter({ hasText: 'Verdict' }));

/** Decides the open item as its text says, using only keys. */
async function decide(page: Page): Promise<string> {
  const verdict = /Verdict: (\w+)/.exec((await marked(page).textContent()) ?? '')?.[1];
  const kind = (await title(page).textContent())?.split(':')[0];
  if (kind === 'Appeal') {
    await page.keyboard.press(verdict === 'grant' ? 'g' : 'n');
    await page.getByLabel('Public reason').waitFor();
    await page.keyboard.press('Control+Enter');
  } else if (verdict === 'status') {
    await page.keyboard.press('s');
    await page.getByLabel('Public reason').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('form').waitFor({ state: 'detached' });
    await page.keyboard.press('p');
  } else if (verdict === 'reject' && kind === 'Held statement') {
    await page.keyboard.press('r');
    await page.getByLabel('Reason').waitFor();
    await page.keyboard.press('Control+Enter');
  } else await page.keyboard.press(verdict === 'reject' ? 'r' : 'p');
  return verdict ?? '';
}

test(`${CASES} cases are decided by keyboard alone, each as its text says`, async () => {
  await holdReports('held_', 60);
  await holdStatements('stated_', 40);
  await openAppeals('appealed_', 20);
  const { page } = await visitAsAdmin(web, '/admin/review', { complains: false });
  await page.getByText(`${CASES} waiting. Proven accounts come first`).waitFor();
  const began = Date.now();
  await page.keyboard.press('j');
  const seen: string[] = [];
  while (seen.length < CASES) {
    await marked(page).waitFor();
    const name = (await title(page).textContent()) ?? '';
    seen.push(`${name} ${await decide(page)}`);
    // The next case opens by itself, or the empty queue.
    await page.waitForFunction(
      (before) => document.querySelector('#case-title')?.textContent !== before,
      name,
    );
  }
  const hours = (Date.now() - began) / 3_600_000;
  await page.getByRole('heading', { name: 'Nothing to review' }).waitFor();
  console.log(`${CASES} cases by keyboard: ${Math.round(CASES / hours)} an hour`);
  expect(new Set(seen).size).toBe(CASES);

  const reports =
    await web.sql(`select count(*) filter (where i % 3 = 0 and deleted_at is not null)::int as rejected,
       count(*) filter (where i % 3 > 0 and not is_removed and deleted_at is null)::int as published,
       count(*) filter (where held_at is not null and deleted_at is null)::int as waiting
     from (select *, substr(username, 6)::int as i from reports.scammer_reports where username like 'held\\_%') held`);
  expect(reports).toEqual([{ rejected: 20, published: 40, waiting: 0 }]);
  const statements =
    await web.sql(`select count(*) filter (where i % 4 = 0 and rejected_at is not null and reject_reason <> '')::int as rejected,
       count(*) filter (where i % 4 > 0 and published_at is not null)::int as published,
       count(*) filter (where i % 4 = 1 and report.status = 'corroborated')::int as corroborated,
       count(*) filter (where report.status <> 'unreviewed')::int as reviewed
     from (select *, substr(twitter_url, 31)::int as i from reports.statements) stated
     join reports.scammer_reports report on report.id = report_id`);
  expect(statements).toEqual([{ rejected: 10, published: 30, corroborated: 10, reviewed: 10 }]);
  const appeals =
    await web.sql(`select count(*) filter (where i % 2 = 0 and decision = 'granted' and rule = 'not_the_account' and status = 'cleared')::int
         as granted,
       count(*) filter (where i % 2 = 1 and decision = 'refused' and rule = 'appeal_unfounded' and status = 'unreviewed')::int
         as refused
     from (
       select appeals.*, report.status, substr(username, 10)::int as i
       from reports.appeals join reports.scammer_reports report on report.id = report_id
     ) decided where decided_by = 'santa' and reason <> ''`);
  expect(appeals).toEqual([{ granted: 10, refused: 10 }]);
  const [log] = await web.sql(
    `select count(*)::int as entries, count(distinct who)::int as admins from reports.audit_log`,
  );
  expect(log).toEqual({ entries: CASES + 10, admins: 1 });
});

test('U undoes a decision, and a decision made meanwhile is reported', async () => {
  await holdReports('slip_', 2);
  const { page, complaints } = await visitAsAdmin(web, '/admin/review');
  await page.getByText('2 waiting. Proven').waitFor();
  await page.keyboard.press('u');
  await waitForToast(page, 'Nothing to undo');
  await page.keyboard.press('j');
  await page.getByRole('heading', { name: 'Held report: @slip_1' }).waitFor();
  expect(await title(page).evaluate((heading) => heading === document.activeElement)).toBe(true);
  await page.keyboard.press('p');
  await page.getByRole('heading', { name: 'Held report: @slip_2' }).waitFor();
  await page.getByText('Published the report about @slip_1.').waitFor();
  await page.keyboard.press('u');
  await page.getByRole('heading', { name: 'Held report: @slip_1' }).waitFor();
  await page.getByText('Undone: Published the report about @slip_1. It now waits for a decision.').waitFor();
  expect(
    await web.sql(
      "select held_at is not null as held from reports.scammer_reports where username = 'slip_1'",
    ),
  ).toEqual([{ held: true }]);

  await web.sql("update reports.scammer_reports set held_at = null where username = 'slip_1'");
  await page.keyboard.press('r');
  await waitForToast(page, 'Not decided', 'This has been decided or changed since you opened it.');
  await page.keyboard.press('q');
  await page.getByText('1 waiting. Proven').waitFor();
  expect(complaints).toEqual([expect.stringContaining('409')]);
});

test('a public statement is marked as read, and a status without its statements is withdrawn', async () => {
  await holdStatements('lost_', 1);
  await web.sql(`update reports.statements set held_at = null, published_at = now(), description = report.description
     from reports.scammer_reports report where report.id = report_id`);
  await web.sql(`with corroborated as (update reports.scammer_reports set status = 'corroborated' returning id)
     insert into reports.case_changes (report_id, status, rule, reason, role, who)
     select id, 'corroborated', 'independent_statements', 'Two stories.', 'moderator', 'elf' from corroborated`);
  const { page } = await visitAsAdmin(web, '/admin/review', { complains: false });
  await page.getByText('Too few of the independent statements').waitFor();
  await page.keyboard.press('j');
  await page.getByRole('heading', { name: 'Status to check: @lost_1' }).waitFor();
  await page.getByRole('button', { name: 'Mark as read' }).click();
  await page.getByText('Marked a statement about @lost_1 as read.').waitFor();
  await page.getByRole('button', { name: 'Mark as read' }).waitFor({ state: 'detached' });
  await page.keyboard.press('s');
  expect(await page.getByLabel('Public reason').inputValue()).toContain('no longer hold');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Set the status of @lost_1.').waitFor();
  const [change] = await web.sql('select status, rule from reports.case_changes order by id desc limit 1');
  expect(change).toEqual({ status: 'unreviewed', rule: 'status_withdrawn' });
});

test('the reason is the template of the rule until it is edited', async () => {
  await holdStatements('ruled_', 1);
  const { page } = await visitAsAdmin(web, '/admin/review');
  await page.getByText('1 waiting. Proven').waitFor();
  await page.keyboard.press('j');
  await title(page).waitFor();
  await page.keyboard.press('s');
  const reason = page.getByLabel('Public reason');
  expect(await reason.inputValue()).toContain('The linked post alone shows the reported conduct');
  await page.getByLabel('Status afterwards').selectOption('Cleared');
  expect(await reason.inputValue()).toContain('by another account');
  await page
    .getByLabel('Rule', { exact: true })
    .selectOption('The matter was resolved between the account and the reporter.');
  expect(await reason.inputValue()).toContain('resolved the matter');
  await reason.fill('short');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Write at least 10 characters.').waitFor();
  await reason.fill('Both sides agree that it is settled.');
  await page.getByLabel('Rule', { exact: true }).selectOption('The evidence does not support the report.');
  expect(await reason.inputValue()).toBe('Both sides agree that it is settled.');
  await page.keyboard.press('Escape');
  await page.getByRole('form').waitFor({ state: 'detached' });
  // An account is shown as compromised by the decision of an appeal.
  await web.sql(`insert into reports.appeals (report_id, grounds, due_at, decided_at, decision)
     select id, 'compromised', now(), now(), 'granted' from reports.scammer_reports where username = 'ruled_1'`);
  await page.keyboard.press('s');
  await page.getByLabel('Status afterwards').selectOption('Account was compromised');
  // A period is never prefilled.
  await page.getByLabel('Public reason').press('Control+Enter');
  await page.getByText('Enter the first and last day', { exact: false }).waitFor();
  await page.getByLabel('First day compromised').fill('2026-03-01');
  await page.getByLabel('Last day compromised').fill('2026-03-05');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Set the status of @ruled_1.').waitFor();
  await page.getByText('Account was compromised', { exact: true }).first().waitFor();
  const [change] = await web.sql('select status, rule, who, role from reports.case_changes');
  expect(change).toEqual({
    status: 'compromised',
    rule: 'compromised_account',
    who: 'santa',
    role: 'admin',
  });
});

test('an appeal is handled: a message, a rejected post, the confirmed account, its published reply, the decision', async () => {
  const { username } = await web.report({ username: 'letter_1' });
  const { caseCode } = await web.api.call(openAppeal, {
    body: { username, grounds: 'not_me', text: 'I deny everything that it says.' },
  });
  // Only a proven account replies, and this one is to be confirmed.
  const { page } = await visitAsAdmin(web, '/admin', { complains: false });
  const asAdmin = async (path: string, data = {}) => {
    const answer = await page.request.post(`/api/admin/${path}`, {
      data,
      headers: { origin: web.stack.url },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  const [{ id } = { id: 0 }] = await web.sql<{ id: number }>('select id from reports.appeals');
  await asAdmin(`review/appeals/${id}/proof`, { reason: 'Wrote from its website.' });
  const reply = { text: 'I am another person, see my profile.', contradicts: true };
  await web.api.call(setReply, { body: reply }, { headers: { [CASE_CODE_HEADER]: caseCode } });
  const [entry] = await web.sql(
    "select operation_id from reports.audit_log where action = 'confirm_account'",
  );
  await asAdmin(`audit-log/${entry?.operation_id}/restore`);
  await web.sql(`update reports.appeals set proof_code = 'abc', proof_issued_at = now(), proof_expires_at = now() + interval '1 day',
       proof_url = 'https://x.com/letter_1/status/9'`);
  await web.sql(`insert into reports.appeals (report_id, grounds, due_at, decided_at, decision, decided_by, reason)
     select report_id, 'resolved', now(), now(), 'withdrawn', 'burn', 'A payment came first.' from reports.appeals`);
  await web.sql(`insert into reports.case_changes (report_id, status, rule, reason, role, who)
     select id, 'disputed', 'deadline_passed', '', 'deadline', 'deadline' from reports.scammer_reports`);
  await page.goto('/admin/review');
  await page.getByText('3 waiting. Proven').waitFor();
  await page.getByRole('button', { name: /^Appeal.*@letter_1/ }).click();
  await page.getByRole('heading', { name: 'Appeal: @letter_1' }).waitFor();
  await page.keyboard.press('m');
  await page.getByRole('button', { name: 'Ask for evidence' }).click();
  await page.keyboard.press('Control+Enter');
  await page.getByText('Message sent.').waitFor();
  await page.getByText('Please show us what is wrong', { exact: false }).waitFor();
  await page.keyboard.press('x');
  await page.getByLabel('Message to the appellant').press('Control+Enter');
  await page.getByText('Rejected the post as proof for @letter_1.').waitFor();
  await page.getByText('The post does not show the code', { exact: false }).waitFor();
  await page.keyboard.press('c');
  const proof = page.getByLabel('What proves it');
  await proof.press('Control+Enter');
  await page.getByText('Write at least 10 characters.').waitFor();
  await proof.fill('Wrote from the address on its website.');
  await proof.press('Control+Enter');
  await page.getByText('Confirmed the account of @letter_1.').waitFor();
  await page.getByText('From the account, as a moderator confirmed: Wrote from').waitFor();
  await page.keyboard.press('g');
  await page.getByLabel('Status afterwards').selectOption('Unchanged: Reported, not reviewed');
  await page.keyboard.press('Control+Enter');
  // The post no longer needs a check; the reply is next.
  await page.getByRole('heading', { name: 'Reply to publish: @letter_1' }).waitFor();
  for (const text of [
    'Grounds: “The report is about another account or person.” Closed.',
    'Granted by santa: ',
    'Ended without a decision: A payment came first.',
    'Disputed by the account, as no decision was made in time, ',
  ])
    await page.getByText(text).waitFor();
  await page.keyboard.press('p');
  await page.getByRole('heading', { name: 'Nothing to review' }).waitFor();
  const [state] = await web.sql(`select decision, proven_by, published_at is not null as published,
       (select count(*)::int from reports.appeal_messages where author = 'moderator' and who = 'santa') as letters
     from reports.appeals join reports.replies on replies.appeal_id = appeals.id`);
  expect(state).toEqual({ decision: 'granted', proven_by: 'moderator', published: true, letters: 2 });
});

test('the posts to check of a case are one item after the appeals, and are rejected one by one', async () => {
  await openAppeals('claimed_', 1);
  await web.sql(`insert into reports.appeals (report_id, grounds, due_at)
     select report_id, 'other', now() + interval '7 days' from reports.appeals`);
  await web.sql(`update reports.appeals set proof_code = id::text, proof_issued_at = now(), proof_expires_at = now() + interval '1 day',
       proof_url = 'https://x.com/claimed_1/status/' || id`);
  const { page } = await visitAsAdmin(web, '/admin/review', { complains: false });
  await page.getByText('4 waiting. Proven').waitFor();
  const rows = page.getByRole('button', { name: '@claimed_1' });
  await expect.poll(() => rows.allTextContents()).toHaveLength(2);
  expect(await rows.first().textContent()).toContain('Appeal × 2');
  await rows.filter({ hasText: 'Proof to check × 2' }).click();
  for (const left of [2, 1]) {
    await page.getByRole('heading', { name: 'Proof to check: @claimed_1' }).waitFor();
    const current = page
      .getByRole('region', { name: /^Appeal #/ })
      .filter({ hasText: 'Your decision is about' });
    await current.getByText(/To be checked manually, for the code (\d+): .*\/\1$/).waitFor();
    expect(await page.getByText('To be checked manually').count()).toBe(left);
    await page.keyboard.press('x');
    await page.getByLabel('Message to the appellant').press('Control+Enter');
    await expect.poll(() => page.getByText('To be checked manually').count()).toBe(left - 1);
  }
  await page.getByRole('heading', { name: 'Appeal: @claimed_1' }).waitFor();
  await page.getByRole('button', { name: 'Check the post on X' }).click();
  await page.getByText("X isn't answering at the moment. Try again later.").waitFor();
});

test('many appeals are refused together, page by page and by keyboard, and the refusal is undone', async () => {
  await openAppeals('many_', 130);
  const { page } = await visitAsAdmin(web, '/admin/review', { complains: false });
  await page.getByText('130 waiting. Proven').waitFor();
  await page.getByRole('button', { name: 'Appeals 130' }).press('Enter');
  await page.getByRole('button', { name: 'Show more' }).press('Enter');
  await page.getByText('@many_130', { exact: true }).waitFor();
  await page.getByLabel('All shown').press('Space');
  await page.getByText('130 selected').waitFor();
  await page.getByLabel('Select Appeal: @many_7', { exact: true }).press('Space');
  await page.getByRole('button', { name: 'Grant all in part' }).press('Enter');
  await page.getByRole('heading', { name: 'Grant 129 appeals in part' }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await page.getByRole('button', { name: 'Refuse all' }).press('Enter');
  await page.getByLabel('Public reason').press('Control+Enter');
  await page.getByText('129 decided.').waitFor();
  await page.getByText('1 waiting. Proven').waitFor();
  const open = () => web.sql('select count(*)::int as open from reports.appeals where decided_at is null');
  expect(await open()).toEqual([{ open: 1 }]);
  await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter');
  await waitForToast(page, 'Undone', 'All 129 undone.');
  await page.getByText('130 waiting. Proven').waitFor();
  expect(await open()).toEqual([{ open: 130 }]);
});

test('an admin undoes everything that a moderator did, after a preview', async () => {
  await openAppeals('rogue_', 2);
  addAccount(web.stack, { ...ADMIN, username: 'grinch', role: 'moderator' });
  const { page } = await visitAsAdmin(web, '/admin/review', { complains: false });
  // In a separate browser: the admin's page polls an endpoint that is closed to moderators.
  const { request: moderator } = (await web.visit()).page;
  const headers = { origin: web.stack.url };
  try {
    await moderator.post('/api/admin/login', { data: { ...ADMIN, username: 'grinch' }, headers });
    for (const { id } of await web.sql<{ id: number }>('select id from reports.scammer_reports')) {
      const data = {
        status: 'cleared',
        rule: 'report_false',
        reason: 'The post says nothing of it.',
        version: 1,
      };
      const set = await moderator.post(`/api/admin/review/cases/${id}/status`, { data, headers });
      expect(set.status()).toBe(200);
    }
    await page.goto('/admin/audit-log');
    await page.getByText('Undo everything an account did').first().click();
    await page.getByRole('textbox', { name: 'Account' }).fill('grinch');
    await page.getByRole('button', { name: 'Show what would be undone' }).click();
    const found = page.getByRole('region', { name: 'What would be undone' });
    await found.getByText('Status change × 2').waitFor();
    const cleared = () =>
      web.sql(
        "select count(*)::int as cleared from reports.scammer_reports where status = 'cleared' or is_removed",
      );
    expect(await cleared()).toEqual([{ cleared: 2 }]);
    await found.getByRole('button', { name: 'Undo 2' }).click();
    await waitForToast(page, '2 undone');
    expect(await cleared()).toEqual([{ cleared: 0 }]);
  } finally {
    await web.sql("delete from gateway.admin_users where username = 'grinch'");
  }
});

test('shortcuts are listed, can be turned off, and do not fire in a field', async () => {
  await holdReports('keys_', 1);
  const { page } = await visitAsAdmin(web, '/admin/review');
  await page.getByLabel('Case number').fill('j');
  expect(await title(page).count()).toBe(0);
  await page.getByRole('heading', { name: 'Review' }).click();
  await page.getByText('1 waiting. Proven').waitFor();
  await page.keyboard.press('j');
  await title(page).waitFor();
  await page.keyboard.press('Shift+?');
  const dialog = page.getByRole('dialog', { name: 'Shortcuts' });
  for (const text of ['Publish', 'Undo the last decision', 'Ctrl+Enter'])
    await dialog.getByText(text, { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Turn off single-key shortcuts' }).click();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('p');
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('heading', { name: 'Nothing to review' }).waitFor();
});

test.each([DESKTOP, PHONE])('the desk is accessible and fits, at %o', async (viewport) => {
  await holdReports('axe_', 3);
  await holdStatements('axes_', 3);
  const { page } = await visitAsAdmin(web, '/admin/review', { viewport, complains: false });
  await page.getByText('6 waiting. Proven').waitFor();
  await expectSound(page);
  await page.getByRole('button', { name: 'Held statements 3' }).click();
  await page.getByLabel('All shown').check();
  await page.getByRole('button', { name: 'Reject all' }).click();
  await expectSound(page);
  await page.getByRole('button', { name: /@axes_3/ }).click();
  await title(page).waitFor();
  await expectSound(page);
  await page.getByRole('button', { name: 'Set the status' }).click();
  await page.getByRole('form').waitFor();
  await expectSound(page);
});

test('a moderator sees only the desk, the audit log and their own account', async () => {
  await holdReports('role_', 1);
  const moderator = { ...ADMIN, username: 'rudolph' };
  addAccount(web.stack, { ...moderator, role: 'moderator' });
  await web.sql('update gateway.admin_users set last_login_at = now()');
  try {
    const { page } = await visitAsAdmin(web, '/admin', { complains: false }, moderator);
    await page.getByText('1 waiting. Proven').waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin/review');
    expect(await page.getByRole('tab').allTextContents()).toEqual([
      'Review1 waiting',
      'Audit Log',
      'Your Account',
    ]);
    expect(await page.getByRole('link', { name: 'Queues' }).count()).toBe(0);
    // What another one needs to take down a flood.
    await page.getByText('Allow many decisions at once').click();
    expect(await page.getByLabel('Moderator').inputValue()).toBe(ADMIN.username);
    await page.getByLabel('How many more').fill('290');
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await waitForToast(page, `${ADMIN.username} may make 290 more decisions`);
    await page.keyboard.press('j');
    await title(page).waitFor();
    await page.keyboard.press('r');
    await page.getByRole('heading', { name: 'Nothing to review' }).waitFor();
    await page.getByRole('tab', { name: 'Audit Log' }).click();
    await page.getByRole('article', { name: /about @role_1/ }).waitFor();
    expect(await page.getByRole('button', { name: /Restore/ }).count()).toBe(0);
  } finally {
    await web.sql("delete from gateway.admin_users where username = 'rudolph'");
  }
});
