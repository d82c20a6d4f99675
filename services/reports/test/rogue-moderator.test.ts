import { deleteReports } from '@naughty-list/contracts/admin-reports';
import { listAuditLog, undoAccount } from '@naughty-list/contracts/audit-log';
import { listReports } from '@naughty-list/contracts/reports';
import { confirmAccount, decideAppeal, decideStatement, listReview } from '@naughty-list/contracts/review';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { beforeEach, expect, it } from 'vitest';
import { openAdmins } from './admins.ts';
import { staff } from './running-service.ts';

const PER_DAY = 10;
const PER_MINUTE = 3 * PER_DAY;
const admins = closeAfterAll(await openAdmins({ CONSEQUENTIAL_DECISIONS_PER_DAY: String(PER_DAY) }));
// Without them, the reporter of the cases that a test cleared would be on probation in the next.
beforeEach(() => db()('contributions').delete());

const db = () => admins.service.context.db;
const as = (who: string, role = 'moderator', moderators = 3) => staff(who, role, moderators);
const clear = (id: number, headers: Record<string, string>) =>
  admins.service.send(
    'POST',
    `/api/admin/review/cases/${id}/status`,
    { status: 'cleared', rule: 'report_false', reason: 'The post says nothing of it.', version: 1 },
    headers,
  );
const allow = (who: string, headers: Record<string, string>) =>
  admins.service.send('POST', '/api/admin/review/allowances', { who, count: 2 }, headers);
const codes = (sent: { status: number; body: { code?: unknown } }[]) =>
  Object.entries(Object.groupBy(sent, ({ status, body }) => `${status} ${body.code ?? ''}`.trim())).map(
    ([code, each]) => [code, each?.length],
  );

it('a moderator clears a limited number of cases a day alone, also of many at once; another one allows more', async () => {
  const reports = await Promise.all(Array.from({ length: 16 }, () => admins.newReport()));
  const cleared = await Promise.all(reports.map(({ id }) => clear(id, as('rogue'))));
  expect(codes(cleared).sort()).toEqual([
    ['200', PER_DAY],
    ['409 second_word_needed', 6],
  ]);
  const left = reports.filter((_, at) => cleared[at]?.status === 409);
  const { needWord } = await admins.admin().call(listReview, { query: {} });
  expect(needWord).toEqual([{ who: 'rogue', decisions: PER_DAY }]);
  expect((await allow('rogue', as('rogue'))).status).toBe(409);
  expect((await allow('rogue', as('rogue', 'admin'))).status).toBe(409);
  expect((await allow('rogue', as('elf'))).status).toBe(200);
  const more = [];
  for (const { id } of left.slice(0, 3)) more.push(await clear(id, as('rogue')));
  expect(more.map(({ status }) => status)).toEqual([200, 200, 409]);
  const [entry] = await admins.admin().call(listAuditLog, { query: { action: 'allow_decisions' } });
  expect(entry).toMatchObject({
    who: 'elf',
    subject: 'moderator',
    username: 'rogue',
    details: { count: '2' },
  });
});

it('has a limit of decisions a minute, and of deletions at once', async () => {
  const { id } = await admins.newReport();
  const letters = await Promise.all(
    Array.from({ length: PER_MINUTE + 5 }, () =>
      admins.service.send('POST', `/api/admin/review/reports/${id}`, { decision: 'publish' }, as('fast')),
    ),
  );
  // It is not held: none is decided, so none counts.
  expect(codes(letters)).toEqual([['409 changed_meanwhile', PER_MINUTE + 5]]);
  const reports = await Promise.all(Array.from({ length: PER_MINUTE + 5 }, () => admins.newReport()));
  await db()('scammer_reports')
    .whereIn(
      'id',
      reports.map((report) => report.id),
    )
    .update({ is_removed: true, held_at: new Date() });
  const published = await Promise.all(
    reports.map((report) =>
      admins.service.send(
        'POST',
        `/api/admin/review/reports/${report.id}`,
        { decision: 'publish' },
        as('fast'),
      ),
    ),
  );
  expect(published.filter(({ status }) => status === 429)).toHaveLength(5);
  const ids = reports.slice(0, PER_DAY + 1).map((report) => report.id);
  await db()('scammer_reports').whereIn('id', ids).update({ is_removed: false, held_at: null });
  const deleteAll = () => admins.service.asAdmin('many').call(deleteReports, { body: { ids } });
  await expect(deleteAll()).rejects.toMatchObject({
    code: 'second_word_needed',
    message: expect.stringContaining('This needs 1 more'),
  });
  await allow('many', as('elf'));
  expect((await deleteAll()).deleted).toHaveLength(PER_DAY + 1);
});

it('lets a moderator say of a limited number of handles a day that they have changed hands', async () => {
  const reports = await Promise.all(Array.from({ length: PER_DAY + 1 }, () => admins.newReport()));
  const mark = (id: number, hasChanged: boolean, version = 1) =>
    admins.service.send(
      'POST',
      `/api/admin/review/cases/${id}/handle`,
      { hasChanged, version },
      as('marker'),
    );
  const marked = [];
  for (const { id } of reports) marked.push(await mark(id, true));
  expect(codes(marked)).toEqual([
    ['200', PER_DAY],
    ['409 second_word_needed', 1],
  ]);
  expect((await mark(reports[0]?.id ?? 0, false, 2)).status).toBe(200);
  const body = {
    ...{ who: 'marker', from: new Date(0).toISOString(), to: new Date(Date.now() + 1_000).toISOString() },
    dryRun: true,
  };
  expect((await admins.admin().call(undoAccount, { body })).counts).toEqual([
    { action: 'mark_handle', undoable: 0, lasting: PER_DAY + 1 },
  ]);
});

it('an admin alone may allow more, which is logged', async () => {
  const reports = await Promise.all(Array.from({ length: PER_DAY + 1 }, () => admins.newReport()));
  const alone = as('alone', 'admin', 1);
  for (const { id } of reports.slice(0, PER_DAY)) await clear(id, alone);
  const last = reports.at(-1)?.id ?? 0;
  expect((await clear(last, alone)).body.code).toBe('second_word_needed');
  expect((await allow('alone', alone)).status).toBe(200);
  expect((await clear(last, alone)).status).toBe(200);
});

it('everything an account did is undone with its effects; what others changed since stays', async () => {
  const from = new Date().toISOString();
  const rogue = admins.service.asAdmin('undone');
  const [cleared, changed, deleted, stated, appealed] = await Promise.all(
    Array.from({ length: 5 }, () => admins.newReport()),
  );
  if (!cleared || !changed || !deleted || !stated || !appealed) throw new Error('there are five');
  for (const { id } of [cleared, changed]) await clear(id, as('undone', 'admin'));
  await admins.setStatus(changed.id, 'unreviewed', 'new_evidence', 'elf');
  await rogue.call(deleteReports, { body: { ids: [deleted.id] } });
  const twitterUrl = `https://x.com/${stated.username}/status/77`;
  const said = { username: stated.username, twitterUrl, description: 'He did it to me as well.' };
  expect((await admins.state(said, 'witness')).status).toBe(201);
  const statement = await db()('statements').where({ report_id: stated.id }).first('id');
  await rogue.call(decideStatement, { params: { id: statement.id }, body: { decision: 'reject' } });
  const appeal = await admins.addAppeal(appealed.id);
  await rogue.call(confirmAccount, {
    params: { id: appeal },
    body: { reason: 'The website of the account links to it.' },
  });
  await rogue.call(decideAppeal, {
    params: { id: appeal },
    body: { decision: 'refused', rule: 'appeal_unfounded', reason: 'Nothing in it is new.', version: 2 },
  });
  const overturned = async (id: number) =>
    (await db()('contributions').where({ kind: 'report', subject_id: id }).first('overturned_at'))
      .overturned_at;
  expect(await overturned(cleared.id)).not.toBeNull();
  const again = () =>
    admins.service.report({ username: cleared.username, twitterUrl: cleared.twitterUrl }, 'other');
  await expect(again()).rejects.toMatchObject({ code: 'post_already_reviewed' });

  const undo = (dryRun: boolean) => {
    const to = new Date(Date.now() + 1_000).toISOString();
    return admins.admin().call(undoAccount, { body: { who: 'undone', from, to, dryRun } });
  };
  const shown = await undo(true);
  expect(Object.fromEntries(shown.counts.map(({ action, undoable }) => [action, undoable]))).toEqual({
    set_status: 2,
    delete: 1,
    decide_statement: 1,
    confirm_account: 1,
    decide_appeal: 1,
  });
  expect([shown.undone, shown.left, shown.entries.length]).toEqual([0, 6, 6]);
  const done = await undo(false);
  expect([done.undone, done.left]).toEqual([5, 1]);
  expect(done.notUndone).toMatchObject([{ subjectId: changed.id }]);

  const listed = await admins.service.as('visitor').call(listReports, { query: { limit: 1000 } });
  for (const { id } of [cleared, changed, deleted]) expect(listed.map((report) => report.id)).toContain(id);
  expect(await overturned(cleared.id)).toBeNull();
  await expect(again()).rejects.toMatchObject({ code: 'username_already_listed' });
  const shownCase = (username: string) => admins.caseOf(username);
  expect((await shownCase(cleared.username)).changes.map(({ rule }) => rule)).toEqual([
    'decision_undone',
    'report_false',
  ]);
  expect((await shownCase(stated.username)).statements.length).toBe(1);
  expect((await shownCase(appealed.username)).appeal).toEqual({ proven: false, dueAt: null });
  expect((await undo(false)).undone).toBe(0);
});
