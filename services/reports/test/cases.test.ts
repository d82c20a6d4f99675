import { listAdminReports } from '@naughty-list/contracts/admin-reports';
import { caseTexts, STATEMENT_PAGE_MAX } from '@naughty-list/contracts/case-texts';
import {
  type CaseRule,
  type CaseStatus,
  caseStatuses,
  listStatements,
  rulesOfStatus,
} from '@naughty-list/contracts/cases';
import { decisionTexts } from '@naughty-list/contracts/decision-texts';
import { reportListTexts, searchReports } from '@naughty-list/contracts/reports';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { describe, expect, it } from 'vitest';
import { changeStatus, type StatusChange } from '../src/cases/change-status.ts';
import { findCase } from '../src/cases/find-case.ts';
import { openAdmins } from './admins.ts';

const admins = closeAfterAll(await openAdmins());
const { db, visitor, caseOf, addStatement, addAppeal, isListed } = admins;

const refusalOf = async (username: string) => {
  const { status, body } = await admins.service.send('GET', `/api/cases/${username}`);
  return { status, message: body.message };
};
const none = { status: 404, message: caseTexts.none };
const burned = { status: 410, message: caseTexts.burned };

const period = { from: '2026-03-01', to: '2026-03-05' };
const decided = { reason: 'A reason that is given.', role: 'moderator', who: 'elf' } as const;
const change = (reportId: number, more: Pick<StatusChange, 'status' | 'rule'> & Partial<StatusChange>) =>
  db().transaction((trx) => changeStatus(trx, { reportId, ...decided, period, ...more }));
/** Gives a case the appeals that every rule needs: a refused, a granted and an open one of the proven account. */
async function appealed(reportId: number) {
  const proven_at = new Date();
  for (const decision of ['refused', 'granted'])
    await addAppeal(reportId, { proven_at, decision, decided_at: new Date(), decided_by: 'elf' });
  await addAppeal(reportId, { proven_at });
}
// A rule that does not count as untrue, so that the reporter's further reports are not held.
const clear = (reportId: number) => change(reportId, { status: 'cleared', rule: 'resolved' });
const ruleOf = (status: CaseStatus) => rulesOfStatus[status].at(-1) as CaseRule;

describe('the case of a username', () => {
  it('is its listed report, with published statements, whatever the case of its letters', async () => {
    const report = await admins.newReport('Krampus');
    await addStatement(report.id, { published_at: new Date() });
    await addStatement(report.id, { held_at: new Date(), hold_reason: 'rate' });
    await addStatement(report.id, { rejected_at: new Date() });
    expect(await caseOf('@krampus')).toMatchObject({
      number: report.id,
      username: 'Krampus',
      status: 'unreviewed',
      statusSince: report.reportedAt,
      report: { id: report.id, isRemoved: false },
      statements: [{ description: expect.stringMatching(/^He did the same to me/) }],
      changes: [],
      reply: null,
      appeal: null,
    });
  });

  it('does not exist without a report, or with a held, deleted or erased one', async () => {
    expect(await refusalOf('unheard_of')).toEqual(none);
    expect((await refusalOf('no%20name')).status).toBe(404);
    const held = await admins.newReport();
    await admins.changeRow(held.id, { held_at: new Date(), is_removed: true });
    expect(await refusalOf(held.username)).toEqual(none);
    const gone = await admins.newReport();
    await admins.deleted(gone.id);
    expect(await refusalOf(gone.username)).toEqual(none);
    const erased = await admins.newReport();
    await admins.erase({ reportId: erased.id });
    expect(await refusalOf(erased.username)).toEqual(none);
    expect(await refusalOf('erased')).toEqual(none);
  });

  it('is gone with its name after a removal by a burn, until it is reported for something new', async () => {
    const report = await admins.newReport();
    await admins.changeRow(report.id, { is_removed: true, removal_tx_hash: 'burn' });
    expect(await refusalOf(report.username)).toEqual(burned);
    expect(await refusalOf(`${report.username}/statements`)).toEqual(burned);
    const again = await admins.newReport(report.username);
    expect((await caseOf(report.username)).number).toBe(again.id);
  });

  it('shows the reply and the deadline of an appeal', async () => {
    const { id, username } = await admins.newReport();
    const due_at = new Date('2026-12-24T12:00:00Z');
    const appeal_id = await addAppeal(id, {
      code_hash: Buffer.from(username),
      due_at,
      proven_at: new Date(),
    });
    const reply = { report_id: id, appeal_id, body: 'This is not true.', contradicts: true };
    await db()('replies').insert(reply);
    expect(await caseOf(username)).toMatchObject({ reply: null, appeal: { dueAt: due_at.toISOString() } });
    await db()('replies').where({ report_id: id }).update({ published_at: new Date() });
    await db()('appeals').where({ id: appeal_id }).update({ decided_at: new Date(), decision: 'refused' });
    expect(await caseOf(username)).toMatchObject({
      reply: { body: 'This is not true.', proven: true },
      appeal: null,
    });
  });

  it('lists statements by pages, oldest first', async () => {
    const { id, username } = await admins.newReport();
    for (let made = 0; made < STATEMENT_PAGE_MAX + 2; made++)
      await addStatement(id, { published_at: new Date() });
    const { statements } = await caseOf(username);
    expect(statements).toHaveLength(STATEMENT_PAGE_MAX);
    const query = { after: statements.at(-1)?.id ?? 0 };
    const rest = await visitor().call(listStatements, { params: { username }, query });
    expect(rest).toHaveLength(2);
    expect(rest[0]?.id).toBeGreaterThan(query.after);
  });
});

describe('a change of status', () => {
  const all = caseStatuses.flatMap((from) => caseStatuses.map((to): [CaseStatus, CaseStatus] => [from, to]));
  it.each(all)('from %s to %s', async (from, to) => {
    const { id, username } = await admins.newReport();
    const isStart = from === 'unreviewed';
    await appealed(id);
    if (!isStart) await change(id, { status: from, rule: ruleOf(from) });
    const isReopened = from === 'cleared' && to !== 'cleared';
    const rule = isReopened ? 'new_evidence' : ruleOf(to);
    expect(await change(id, { status: to, rule })).toMatchObject({ status: to, version: isStart ? 2 : 3 });
    const shown = await caseOf(username);
    expect(shown).toMatchObject({ status: to, statusSince: shown.changes[0]?.at });
    expect(shown.changes).toHaveLength(isStart ? 1 : 2);
    expect(shown.changes[0]).toMatchObject({
      status: to,
      rule,
      reason: decided.reason,
      role: 'moderator',
      period: to === 'compromised' ? period : null,
    });
    const caseStatus = to === 'unreviewed' ? undefined : to;
    expect(shown.report.caseStatus).toBe(caseStatus);
    expect(await isListed(id)).toBe(to !== 'cleared');
    const [found] = await visitor().call(searchReports, { query: { q: username } });
    expect(found?.caseStatus).toBe(to === 'cleared' ? undefined : caseStatus);
  });

  it('is refused when the case changed meanwhile, and decided once of many at the same time', async () => {
    const { id } = await admins.newReport();
    const decisions = await Promise.allSettled(
      Array.from({ length: 8 }, () =>
        change(id, { status: 'corroborated', rule: 'evidence_alone', version: 1 }),
      ),
    );
    const refused = decisions.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(7);
    expect(refused[0]).toMatchObject({ reason: { code: 'changed_meanwhile' } });
    expect(await db()('case_changes').where({ report_id: id })).toHaveLength(1);
  });

  it('is refused without a case', async () => {
    const { id } = await admins.newReport();
    await admins.deleted(id);
    await expect(clear(id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(clear(999_999)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a cleared report', () => {
  it('is off the list and shown for 30 days', async () => {
    const { id, username } = await admins.newReport();
    await clear(id);
    expect(await isListed(id)).toBe(false);
    const removed = await admins.admin().call(listAdminReports, { query: { state: 'removed' } });
    expect(removed.find((report) => report.id === id)).toMatchObject({ caseStatus: 'cleared' });
    const inDays = (days: number) => findCase(db(), username, new Date(Date.now() + days * 86_400_000));
    expect(await inDays(29.9)).toMatchObject({ id });
    await expect(inDays(30.1)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('stays while a moderator has not read a newer report', async () => {
    const { id, username } = await admins.newReport();
    await clear(id);
    const newer = await admins.newReport(username.toUpperCase());
    expect(newer).toMatchObject({ held: true, message: reportListTexts.heldAsCleared });
    expect(await admins.rowOf(newer.id)).toMatchObject({ hold_reason: 'cleared', is_removed: true });
    expect(await caseOf(username)).toMatchObject({ number: id, status: 'cleared' });
  });

  it('gives way to a published report of another post, and is listed again only without one', async () => {
    const { id, username } = await admins.newReport();
    await clear(id);
    const { statusSince } = await caseOf(username);
    const newer = await admins.newReport(username);
    await admins.publish(newer.id);
    expect(await caseOf(username)).toMatchObject({
      number: newer.id,
      otherCleared: statusSince,
    });
    const reopen = () => change(id, { status: 'corroborated', rule: 'new_evidence' });
    await expect(reopen()).rejects.toMatchObject({
      code: 'changed_meanwhile',
      message: decisionTexts.listedAgain(username),
    });
    expect(await admins.rowOf(id)).toMatchObject({ status: 'cleared', is_removed: true, version: 2 });
    await clear(newer.id);
    expect(await caseOf(username)).not.toHaveProperty('otherCleared');
    await reopen();
    expect((await caseOf(username)).number).toBe(id);
  });

  it('stays off the list when it is deleted and restored', async () => {
    const { id } = await admins.newReport();
    await clear(id);
    await admins.restore(await admins.deleted(id));
    expect(await admins.rowOf(id)).toMatchObject({ is_removed: true, status: 'cleared' });
    expect(await isListed(id)).toBe(false);
  });
});

it('a case is followed as an Atom feed, without the texts of reporters, and not after a burn', async () => {
  const { id, username } = await admins.newReport();
  await addStatement(id, { published_at: new Date() });
  const follow = () => fetchFeed(`/feeds/cases/${username}/atom.xml`);
  expect((await follow()).text).toContain(`A report about @${username}, not reviewed`);
  await addAppeal(id, { due_at: new Date(), proven_at: new Date() });
  await change(id, { status: 'disputed', rule: 'deadline_passed', role: 'deadline' });
  // No moderator has read it.
  expect((await follow()).text).toContain(`A report about @${username}, not reviewed`);
  await db()('appeals').where({ report_id: id }).delete();
  await change(id, { status: 'corroborated', rule: 'evidence_alone' });
  const { status, text } = await follow();
  expect(status).toBe(200);
  const titles = [...text.matchAll(/<title[^>]*>(?:<!\[CDATA\[)?(.*?)(?:\]\]>)?<\/title>/g)].map(
    ([, title]) => title,
  );
  expect(titles).toEqual([
    `Reports about @${username}, corroborated`,
    `@${username}: Corroborated`,
    `@${username}: Disputed by the account`,
    `A statement in the case of @${username}, not reviewed`,
    `A report about @${username}`,
  ]);
  expect(text).toContain(decided.reason);
  expect(text).not.toContain('He did the same to me');
  await admins.changeRow(id, { handle_changed_at: new Date() });
  const ofFormer = (await follow()).text;
  expect(ofFormer).toContain(`A report about a former owner of @${username}`);
  expect(ofFormer).toContain(`A former owner of @${username}: Corroborated`);
  await addAppeal(id, { due_at: new Date() });
  expect((await follow()).text).toContain('Appeal under way.');
  // Strangers can still send one.
  await change(id, { status: 'cleared', rule: 'report_false' });
  expect((await follow()).text).not.toContain('Appeal under way.');
  await admins.changeRow(id, { is_removed: true, removal_tx_hash: 'x' });
  expect((await follow()).status).toBe(404);
  await admins.changeRow(id, { handle_changed_at: null });
  expect((await follow()).status).toBe(410);
});

async function fetchFeed(path: string): Promise<{ status: number; text: string }> {
  const response = await admins.service.fetch(path);
  return { status: response.status, text: await response.text() };
}
