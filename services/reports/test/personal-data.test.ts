import { listAdminReports } from '@naughty-list/contracts/admin-reports';
import { CASE_CODE_HEADER, setReply } from '@naughty-list/contracts/appeals';
import { getCase } from '@naughty-list/contracts/cases';
import { listNiceReports } from '@naughty-list/contracts/nice-reports';
import { exportPersonalData } from '@naughty-list/contracts/personal-data';
import { listReports, searchReports } from '@naughty-list/contracts/reports';
import { getReviewedCase, listReview, publishReply } from '@naughty-list/contracts/review';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, it } from 'vitest';
import { setProven } from '../src/cases/appeals/post-proof.ts';
import { openAdmins } from './admins.ts';
import { niceReportInput, reportInput } from './running-service.ts';

const admins = closeAfterAll(await openAdmins());

const secret = 'Stole the elves’ savings, and this must be forgotten.';

/** Every text stored in any table of the schema. */
async function everythingStored(): Promise<string> {
  const { db } = admins.service.context;
  const { rows: tables } = await db.raw(
    "select table_name as name from information_schema.tables where table_schema = 'reports' and table_type = 'BASE TABLE'",
  );
  const texts = await Promise.all(
    tables.map(async ({ name }: { name: string }) => JSON.stringify(await db(name).select())),
  );
  return texts.join('\n');
}

/** A reported account with every kind of data: reported repeatedly, edited, praised, deleted once, reported again. */
async function filledAccount(username: string) {
  const { service } = admins;
  const first = await service.report({ username, description: secret });
  await service.send('POST', '/api/scammer-reports', reportInput({ username }));
  await admins.send('PATCH', `/api/admin/reports/${first.id}`, { description: `${secret} Edited.` });
  await service.praise({ username, description: secret });
  await admins.deleted(first.id);
  const second = await service.report({ username, description: secret });
  return { first, second };
}

it('exports everything about an account, whatever its case', async () => {
  const { first, second } = await filledAccount('Forget_Me_1');
  const data = await admins.admin().call(exportPersonalData, { query: { username: '@forget_me_1' } });
  expect(data.reports.map(({ id }) => id)).toEqual([second.id]);
  expect(data.niceReports).toHaveLength(1);
  expect(data.auditEntries.map(({ action, subjectId }) => [action, subjectId])).toEqual([
    ['edit', first.id],
    ['delete', first.id],
  ]);
});

it('exports where a report came from for the report alone: that is of its reporter', async () => {
  const report = await admins.newReport('Forget_Me_5');
  const exported = (query: { username: string } | { reportId: number }) =>
    admins.admin().call(exportPersonalData, { query });
  expect((await exported({ username: 'forget_me_5' })).sources).toEqual([]);
  const { sources } = await exported({ reportId: report.id });
  expect(sources).toMatchObject([{ reportId: report.id, source: expect.stringMatching(/^[\w-]{22}$/) }]);
  expect(await admins.erase({ reportId: report.id })).toMatchObject({ reports: 1, sources: 1 });
  expect((await exported({ reportId: report.id })).sources).toEqual([]);
});

it('erases it everywhere; the audit log keeps that it happened', async () => {
  const { first, second } = await filledAccount('Forget_Me_2');
  const bystander = await admins.newReport();
  expect(await everythingStored()).toMatch(/forget_me_2/i);
  const erased = await admins.erase({ username: 'FORGET_ME_2' });
  expect(erased).toMatchObject({ reports: 1, niceReports: 1, auditEntries: 2 });
  expect(await everythingStored()).not.toMatch(/forget_me_2/i);
  const listed = await admins.service.as('visitor').call(listReports, { query: {} });
  expect(listed.map(({ id }) => id)).toContain(bystander.id);
  expect(listed.map(({ id }) => id)).not.toContain(second.id);
  const query = { q: 'forget_me_2' };
  expect(await admins.service.as('visitor').call(searchReports, { query })).toEqual([]);
  expect(await admins.admin().call(listAdminReports, { query })).toEqual([]);
  const entries = await admins.lastEntries(3);
  expect(entries.map(({ action, username, before }) => ({ action, username, before }))).toEqual(
    Array.from({ length: 3 }, () => ({ action: 'erase', username: 'erased', before: null })),
  );
  expect(entries.map(({ subjectId }) => subjectId)).toEqual(expect.arrayContaining([first.id, second.id]));
  const again = await admins.send('POST', '/api/admin/personal-data/erase', { username: 'Forget_Me_2' });
  expect(again.status).toBe(404);
});

it('covers statements, the reasons of statuses and the keys of reporters', async () => {
  const username = 'Forget_Me_6';
  const { id } = await admins.newReport(username);
  const { db } = admins.service.context;
  const state = async (post: number) => {
    const body = { username, twitterUrl: `https://x.com/${username}/status/9${post}`, description: secret };
    const { reportCode: _code, ...made } = (await admins.service.send('POST', '/api/statements', body)).body;
    return made;
  };
  const made = [await state(1), await state(2), await state(3)];
  const change = { status: 'corroborated', rule: 'evidence_alone', reason: secret, version: 1 };
  expect((await admins.send('POST', `/api/admin/review/cases/${id}/status`, change)).status).toBe(200);
  const rejection = { decision: 'reject', reason: secret };
  await admins.send('POST', `/api/admin/review/statements/${made[2]?.id}`, rejection);
  const exported = (query: { username: string } | { statementId: number }) =>
    admins.admin().call(exportPersonalData, { query });
  expect(await exported({ username })).toMatchObject({
    statements: made,
    caseChanges: [{ caseNumber: id, status: 'corroborated', reason: secret }],
    contributions: [],
  });
  const statementId = Number(made[2]?.id);
  expect(await exported({ statementId })).toMatchObject({
    reports: [],
    statements: [made[2]],
    contributions: [{ kind: 'statement', id: statementId }],
  });
  const none = {
    reports: 0,
    niceReports: 0,
    auditEntries: 0,
    sources: 0,
    caseChanges: 0,
    traces: 0,
    appeals: 0,
  };
  expect(await admins.erase({ statementId })).toEqual({ ...none, statements: 1, contributions: 1 });
  expect(
    await db('audit_log').where({ action: 'decide_statement' }).orderBy('id', 'desc').first(),
  ).toMatchObject({ details: { statement: String(statementId), decision: 'reject' } });
  const [entry] = await admins.lastEntries(1);
  expect(entry).toMatchObject({
    action: 'erase',
    subjectId: id,
    details: { statement: String(statementId) },
  });
  const all = await admins.erase({ username });
  expect(all).toMatchObject({ reports: 1, statements: 2, caseChanges: 1, contributions: 3 });
  expect(await everythingStored()).not.toMatch(/forget_me_6/i);
  expect(
    await db('statements').where({ report_id: id }).whereNot({ description: 'This entry was erased.' }),
  ).toEqual([]);
  expect((await admins.service.send('GET', `/api/cases/${username}`)).status).toBe(404);
});

it('leaves nothing that an undo could bring back to the lists', async () => {
  const username = 'Forget_Me_3';
  const report = await admins.newReport(username);
  const operationId = await admins.deleted(report.id);
  await admins.erase({ reportId: report.id });
  await admins.restore(operationId);
  const listed = await admins.service.as('visitor').call(listReports, { query: {} });
  expect(listed.map(({ id }) => id)).not.toContain(report.id);
  expect(await everythingStored()).not.toMatch(/forget_me_3/i);
});

it('refuses a payment for an erased report as one for a removed report, and uses nothing up', async () => {
  const report = await admins.newReport('Forget_Me_4');
  await admins.erase({ reportId: report.id });
  const signature = '1'.repeat(64);
  const claim = await admins.service.send('POST', `/api/scammer-reports/${report.id}/remove-by-burn`, {
    txHash: signature,
  });
  expect(claim.body.code).toBe('report_already_removed');
  expect(await admins.service.context.db('removal_claims').where({ report_id: report.id })).toEqual([]);
});

it.each([{}, { username: 'a', reportId: 1 }, { username: 'not a handle' }])(
  'asks for one subject: %j is refused',
  async (body) => {
    expect((await admins.send('POST', '/api/admin/personal-data/erase', body)).status).toBe(400);
  },
);

it('keeps the audit log append only for everything else', async () => {
  const report = await admins.newReport();
  await admins.deleted(report.id);
  const { db } = admins.service.context;
  const entry = db('audit_log').where({ subject_id: report.id, subject: 'scammer_report' });
  await expect(entry.clone().update({ who: 'somebody else', erased_at: new Date() })).rejects.toThrow(
    /append only/,
  );
  await expect(entry.clone().update({ username: 'other' })).rejects.toThrow(/append only/);
  await expect(entry.clone().delete()).rejects.toThrow(/append only/);
});

it('mentions of a handle in entries about others are exported, as a whole handle alone', async () => {
  const admins = await openAdmins();
  const db = admins.service.context.db;
  const { id } = await admins.newReport('somebody');
  const { id: longer } = await admins.newReport('another');
  await db('scammer_reports').where({ id }).update({ description: 'He works with @Grinch_7, see there.' });
  await db('scammer_reports')
    .where({ id: longer })
    .update({ description: 'Not @grinch_77 and not me@grinch_7.' });
  await db('statements').insert({
    report_id: id,
    twitter_url: 'https://x.com/somebody/status/9',
    description: '@grinch_7',
    published_at: new Date(),
  });
  const { mentions, reports } = await admins
    .admin()
    .call(exportPersonalData, { query: { username: 'grinch_7' } });
  expect(reports).toEqual([]);
  expect(mentions).toEqual([
    { in: 'report', number: id, text: 'He works with @Grinch_7, see there.' },
    { in: 'statement', number: id, text: '@grinch_7' },
  ]);
  await admins.service.stop();
});

const description = 'Sold me fog. His number is 4155550132, his mail is grinch@example.com.';
const message =
  'Thank you. Your text contains a phone number and an email address, so a moderator will read it before it goes up.';
const visitor = () => admins.service.as('visitor');
const heldRow = async (username: string) => {
  const query = { state: 'held', q: username } as const;
  return (await admins.admin().call(listAdminReports, { query }))[0];
};

it('a report with private data is held until an admin publishes it', async () => {
  const report = await admins.service.report({ username: 'phone_grinch', description });
  expect(report).toMatchObject({ held: true, message });
  expect((await visitor().call(listReports, { query: {} })).map(({ id }) => id)).not.toContain(report.id);
  expect(await visitor().call(searchReports, { query: { q: '4155550132' } })).toEqual([]);
  expect(await heldRow('phone_grinch')).toMatchObject({
    id: report.id,
    held: true,
    holdReason: 'private_data',
  });
  const { items } = await admins.admin().call(listReview, { query: {} });
  expect(items).toContainEqual(expect.objectContaining({ kind: 'report', id: report.id }));

  // Without private data, the same reporter's text is not held.
  const clean = { username: 'clean_grinch', description: 'Sold me fog, and left.' };
  const other = await admins.service.report(clean);
  expect(other.held).toBeUndefined();

  const { published } = await admins.publish(report.id);
  expect(published).toEqual([report.id]);
  const shown = await visitor().call(searchReports, { query: { q: 'phone_grinch' } });
  expect(shown).toMatchObject([{ id: report.id, description }]);
  expect(shown[0]).not.toHaveProperty('holdReason');
});

it('the reason of a held report follows its text', async () => {
  const edit = (id: number, text: string) => admins.edit(id, { description: text });
  const { id } = await admins.service.report({ username: 'edited_grinch', description }, 'visitor');
  expect((await edit(id, 'Sold me fog. His number is on his page.')).holdReason).toBe('private_data_removed');
  expect((await edit(id, description)).holdReason).toBe('private_data');
  await admins.changeRow(id, { hold_reason: 'rate' });
  expect((await edit(id, 'Sold me fog, and left.')).holdReason).toBe('rate');
  await admins.publish(id);
  await edit(id, description);
  const row = await admins.service.context.db('scammer_reports').where({ id }).first();
  expect(row).toMatchObject({ description, hold_reason: 'rate' });
});

it('a retry under the same key is answered the same, and reports at once are held too', async () => {
  const headers = { 'idempotency-key': 'a-key-of-private-data' };
  const body = reportInput({ username: 'retry_grinch', description });
  const send = () => admins.service.send('POST', '/api/scammer-reports', body, headers);
  const [first, second] = await Promise.all([send(), send()]);
  expect(first).toMatchObject({ status: 201, body: { held: true, message } });
  expect(second).toEqual({ ...first, headers: expect.anything() });
});

it('a statement with private data is held', async () => {
  const { id, username } = await admins.newReport();
  const statement = { username, twitterUrl: `https://x.com/${username}/status/77`, description };
  const answer = await admins.service.send('POST', '/api/statements', statement);
  expect(answer).toMatchObject({ status: 201, body: { held: true, message } });
  expect((await visitor().call(getCase, { params: { username } })).statements).toEqual([]);
  const reviewed = await admins.admin().call(getReviewedCase, { params: { id } });
  expect(reviewed.statements).toMatchObject([{ state: 'held', holdReason: 'private_data' }]);
});

it('a reply with private data says so to its account and to moderators', async () => {
  const { id, username } = await admins.newReport();
  const { caseCode } = await admins.appeal(username);
  const headers = { [CASE_CODE_HEADER]: caseCode };
  const { db } = admins.service.context;
  const appeal = await db('appeals').where({ report_id: id }).first('id');
  await db.transaction((trx) => setProven(trx, appeal.id, 'moderator'));
  const reply = (text: string) =>
    visitor().call(setReply, { body: { text, contradicts: false } }, { headers });
  expect((await reply(description)).reply).toEqual({ body: description, published: false, message });
  const reviewed = () => admins.admin().call(getReviewedCase, { params: { id } });
  const first = await reviewed();
  expect(first.reply).toMatchObject({ holdReason: 'private_data' });
  const body = { decision: 'publish', at: first.reply?.at ?? '' } as const;
  expect((await admins.admin().call(publishReply, { params: { id }, body })).reply?.holdReason).toBeNull();
  expect((await reply('None of this is true.')).reply).toEqual({
    body: 'None of this is true.',
    published: false,
  });
  expect((await reviewed()).reply?.holdReason).toBeNull();
});

it('a nice report with private data is refused, with the parts to take out', async () => {
  const body = niceReportInput({ username: 'open_hero', description });
  expect(await admins.service.send('POST', '/api/nice-reports', body)).toMatchObject({
    status: 400,
    body: {
      code: 'invalid_input',
      field: 'description',
      message: 'Please remove the phone number and the email address: nice reports are public.',
    },
  });
  const nice = await visitor().call(listNiceReports, { query: {} });
  expect(nice.map(({ username }) => username)).not.toContain('open_hero');
});
