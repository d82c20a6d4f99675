import { listAdminReports } from '@naughty-list/contracts/admin-reports';
import { CASE_CODE_HEADER, openAppeal, setReply } from '@naughty-list/contracts/appeals';
import { getCase } from '@naughty-list/contracts/cases';
import { listNiceReports } from '@naughty-list/contracts/nice-reports';
import { listReports, searchReports, submitReport } from '@naughty-list/contracts/reports';
import { getReviewedCase, listReview, publishReply } from '@naughty-list/contracts/review';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, it } from 'vitest';
import { openAdmins } from './admins.ts';
import { niceReportInput, reportInput } from './running-service.ts';

const admins = closeAfterAll(await openAdmins());

const description = 'Sold me fog. His number is 4155550132, his mail is grinch@example.com.';
const message =
  'Thank you. Your text contains a phone number and an email address, so a moderator will read it before it goes up.';
const visitor = () => admins.service.as('visitor');
const heldRow = async (username: string) => {
  const query = { state: 'held', q: username } as const;
  return (await admins.admin().call(listAdminReports, { query }))[0];
};

it('a report with private data is held until an admin publishes it', async () => {
  const body = reportInput({ username: 'phone_grinch', description });
  const report = await visitor().call(submitReport, { body });
  expect(report).toMatchObject({ held: true, message });
  const listed = await visitor().call(listReports, { query: {} });
  expect(listed.map(({ id }) => id)).not.toContain(report.id);
  expect(await visitor().call(searchReports, { query: { q: '4155550132' } })).toEqual([]);
  expect(await heldRow('phone_grinch')).toMatchObject({
    id: report.id,
    held: true,
    holdReason: 'private_data',
  });
  const { items } = await admins.admin().call(listReview, { query: {} });
  expect(items).toContainEqual(expect.objectContaining({ kind: 'report', id: report.id }));

  // Without private data, the same reporter's text is not held.
  const clean = { ...body, description: 'Sold me fog, and left.' };
  const other = await visitor().call(submitReport, {
    body: { ...clean, username: 'clean_grinch', twitterUrl: 'https://x.com/clean_grinch/status/1' },
  });
  expect(other.held).toBeUndefined();

  const { published } = await admins.publish(report.id);
  expect(published).toEqual([report.id]);
  const shown = await visitor().call(searchReports, { query: { q: 'phone_grinch' } });
  expect(shown).toMatchObject([{ id: report.id, description }]);
  expect(shown[0]).not.toHaveProperty('holdReason');
});

it('the reason of a held report follows its text', async () => {
  const edit = (id: number, text: string) => admins.edit(id, { description: text });
  const { id } = await visitor().call(submitReport, {
    body: reportInput({ username: 'edited_grinch', description }),
  });
  expect((await edit(id, 'Sold me fog. His number is on his page.')).holdReason).toBe('private_data_removed');
  expect((await edit(id, description)).holdReason).toBe('private_data');
  await admins.service.context.db('scammer_reports').where({ id }).update({ hold_reason: 'rate' });
  expect((await edit(id, 'Sold me fog, and left.')).holdReason).toBe('rate');
  await admins.publish(id);
  await edit(id, description);
  const row = await admins.service.context.db('scammer_reports').where({ id }).first();
  expect(row).toMatchObject({ description, hold_reason: 'rate' });
});

it('a held report blocks no other of its username', async () => {
  const body = reportInput({ username: 'twice_grinch', description });
  await visitor().call(submitReport, { body });
  const clean = await visitor().call(submitReport, {
    body: { ...body, description: 'Sold me fog, and left.' },
  });
  expect(clean.held).toBeUndefined();
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
  const { caseCode } = await visitor().call(openAppeal, {
    body: { username, grounds: 'false', text: 'None of this ever happened.' },
  });
  const headers = { [CASE_CODE_HEADER]: caseCode };
  await admins.service.context.db('appeals').where({ report_id: id }).update({ proven_at: new Date() });
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
