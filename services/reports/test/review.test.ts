import { deleteReports } from '@naughty-list/contracts/admin-reports';
import { decisionTexts } from '@naughty-list/contracts/decision-texts';
import {
  decideHeldReport,
  decideStatement,
  getReviewedCase,
  listReview,
  REVIEWED_APPEALS_MAX,
  REVIEWED_STATEMENTS_MAX,
  reviewTexts,
  setCaseStatus,
} from '@naughty-list/contracts/review';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { beforeEach, describe, expect, it } from 'vitest';
import { forgetAppeals } from '../src/cases/appeals/forget.ts';
import { recordChanges } from '../src/record/ledger/append.ts';
import { openAdmins } from './admins.ts';
import { staff } from './running-service.ts';

const admins = closeAfterAll(await openAdmins());

const { db, addAppeal, isListed } = admins;
const as = (who = 'elf') => admins.service.asAdmin(who);
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
const tables = 'scammer_reports, statements, contributions, case_changes, appeals, appeal_messages, replies';

async function heldReport(heldAt = new Date()) {
  const report = await admins.newReport();
  await admins.changeRow(report.id, { is_removed: true, held_at: heldAt, hold_reason: 'private_data' });
  return report;
}

const addStatement = (reportId: number, state: object = { held_at: new Date(), hold_reason: 'rate' }) =>
  admins.addStatement(reportId, state);
const contribute = (kind: 'report' | 'statement', id: number, reporter: string, more = {}) =>
  db()('contributions').insert({ kind, subject_id: id, reporter_key: reporter, network_key: 'net', ...more });
const overturned = async (kind: string, id: number) =>
  (await db()('contributions').where({ kind, subject_id: id }).first()).overturned_at !== null;
const caseOf = (id: number) => as().call(getReviewedCase, { params: { id } });
const decide = (id: number, decision: 'publish' | 'reject' | 'hold', more = {}, who = 'elf') =>
  as(who).call(decideStatement, { params: { id }, body: { decision, ...more } });
const decideReport = (id: number, decision: 'publish' | 'reject' | 'hold', who = 'elf') =>
  as(who).call(decideHeldReport, { params: { id }, body: { decision } });
const changed = { status: 409, code: 'changed_meanwhile' };

describe('the queue', () => {
  beforeEach(() => db().raw(`truncate ${tables} cascade`));

  it('has everything that waits, proven accounts first, then the oldest deadline, one item a case', async () => {
    const listed = await admins.newReport();
    const held = await heldReport(daysAgo(3));
    const late = await addAppeal(listed.id, { due_at: daysAgo(1), opened_at: daysAgo(8) });
    const statement = await addStatement(listed.id, { held_at: daysAgo(2), hold_reason: 'reporter' });
    const another = await addStatement(listed.id, { held_at: daysAgo(1), hold_reason: 'rate' });
    const open = await addAppeal(listed.id, { due_at: daysAgo(-6), opened_at: daysAgo(1) });
    const proven = await addAppeal(listed.id, { due_at: daysAgo(-5), proven_at: new Date() });
    await db()('appeals')
      .where({ id: open })
      .update({
        proof_code: 'abc',
        proof_issued_at: daysAgo(4),
        proof_expires_at: daysAgo(3),
        proof_url: 'https://x.com/villain/status/5',
      });
    await db()('replies').insert({
      report_id: listed.id,
      appeal_id: proven,
      body: 'That was not me at all.',
      contradicts: true,
      written_at: daysAgo(5),
    });
    const { items, total, waiting } = await as().call(listReview, { query: {} });
    expect(items.map(({ kind, ids }) => [kind, ids])).toEqual([
      ['reply', [listed.id]],
      ['appeal', [proven]],
      ['appeal', [late, open]],
      ['proof', [open]],
      ['report', [held.id]],
      ['statement', [statement, another]],
    ]);
    expect(total).toBe(8);
    expect(waiting).toEqual({ report: 1, statement: 2, appeal: 3, proof: 1, reply: 1, status: 0 });
    expect(items[2]).toEqual({
      kind: 'appeal',
      id: late,
      ids: [late, open],
      count: 2,
      proven: false,
      caseNumber: listed.id,
      username: listed.username,
      since: expect.any(String),
      dueAt: expect.any(String),
      summary: 'The report is false',
    });
    expect(items[4]).toMatchObject({ username: held.username, summary: held.description });
    expect(Date.parse(items[4]?.dueAt ?? '') - Date.parse(items[4]?.since ?? '')).toBe(7 * DAY_MS);
  });

  it('has an appeal before the held reports of a later flood, whose sender is not proven either', async () => {
    const { id } = await admins.newReport();
    const before = await heldReport(daysAgo(2));
    const appeal = await addAppeal(id, { opened_at: daysAgo(1), due_at: daysAgo(-6) });
    const after = [await heldReport(), await heldReport()];
    const { items } = await as().call(listReview, { query: {} });
    const order = [before.id, appeal, ...after.map((report) => report.id)];
    expect(items.map((item) => item.id)).toEqual(order);
  });

  it('has what came singly before an earlier flood, also once part of that is decided', async () => {
    const held = [await heldReport(daysAgo(3)), await heldReport(daysAgo(2))].map(({ id }) => id);
    await db()('contributions').whereIn('subject_id', held).update({ held: true });
    const flood = [];
    for (let n = 0; n < 3; n++) {
      const { id } = await admins.newReport();
      flood.push(await addAppeal(id, { network_key: 'flood', due_at: daysAgo(-6) }));
    }
    const honest = await addAppeal((await admins.newReport()).id, { network_key: 'home' });
    const order = async () => (await as().call(listReview, { query: {} })).items.map(({ id }) => id);
    expect(await order()).toEqual([honest, ...held, ...flood]);
    await decideReport(held[0] as number, 'reject');
    await db()('appeals').where({ id: flood[0] }).update({ decided_at: new Date(), decision: 'refused' });
    expect(await order()).toEqual([honest, held[1], ...flood.slice(1)]);
  });

  it('has an appeal sent twice before an earlier flood, also once their networks are forgotten', async () => {
    const sent = async (network_key: string, due: number) =>
      addAppeal((await admins.newReport()).id, {
        network_key,
        opened_at: daysAgo(7 - due),
        due_at: daysAgo(-due),
      });
    const flood = [await sent('flood', 2), await sent('flood', 3), await sent('flood', 4)];
    const home = [await sent('home', 5), await sent('home', 5)];
    await forgetAppeals(db(), { decidedBefore: new Date(0), now: new Date(), mayGoOn: () => true });
    expect(
      await db()('appeals')
        .whereIn('id', [...flood, ...home])
        .distinct('network_key')
        .pluck('network_key'),
    ).not.toContain('home');
    const { items } = await as().call(listReview, { query: { kind: 'appeal' } });
    expect(items.map(({ id }) => id)).toEqual([...home, ...flood]);
  });

  it('has a waiting appeal before a hundred posts of others to check, which are one item a case', async () => {
    const [waiting, flooded] = [await admins.newReport(), await admins.newReport()];
    const appeal = await addAppeal(waiting.id, { due_at: daysAgo(-6) });
    const ids: number[] = [];
    for (let n = 0; n < 120; n++) ids.push(await addAppeal(flooded.id));
    const claimed = ids.slice(0, 110);
    await db()('appeals')
      .whereIn('id', claimed)
      .update({
        proof_code: db().raw('id::text'),
        proof_issued_at: daysAgo(0),
        proof_expires_at: daysAgo(-1),
        proof_url: db().raw('?::text || id', [`https://x.com/${flooded.username}/status/`]),
      });
    const { items } = await as().call(listReview, { query: {} });
    expect(items.map(({ kind, count, ids }) => [kind, count, ids[0]])).toEqual([
      ['appeal', 1, appeal],
      ['appeal', 120, ids[0]],
      ['proof', 110, claimed[0]],
    ]);
    // Nor do the posts hide the other appeals of their case, or these the posts.
    const shown = (await caseOf(flooded.id)).appeals;
    expect(shown.filter(({ proof }) => proof.postUrl)).toHaveLength(REVIEWED_APPEALS_MAX);
    expect(shown.filter(({ proof }) => !proof.postUrl)).toHaveLength(10);
  });

  it('shows the first appeal of a case whatever number follows, and decides together only what it shows', async () => {
    const { id: report_id, username } = await admins.newReport();
    const genuine = await addAppeal(report_id, { due_at: daysAgo(-6) });
    const junk = Array.from({ length: REVIEWED_APPEALS_MAX + 20 }, () => ({ report_id, grounds: 'false' }));
    await db()('appeals').insert(junk.map((each) => ({ ...each, due_at: daysAgo(-7) })));
    const { items } = await as().call(listReview, { query: { kind: 'appeal' } });
    const item = items.find((each) => each.username === username);
    expect([item?.id, item?.count]).toEqual([genuine, REVIEWED_APPEALS_MAX + 21]);
    const shown = (await caseOf(report_id)).appeals.map(({ id }) => id);
    expect(shown[0]).toBe(genuine);
    expect(item?.ids).toEqual(shown);
    // Nor do junk appeals that came first hide a later one, if they are of one network.
    await db()('appeals').where({ report_id }).whereNot({ id: genuine }).update({ network_key: 'flood' });
    const late = await addAppeal(report_id, { due_at: daysAgo(-8) });
    expect((await caseOf(report_id)).appeals.slice(0, 2).map(({ id }) => id)).toEqual([genuine, late]);
    const [again] = (await as().call(listReview, { query: { kind: 'appeal' } })).items;
    expect(again?.ids.slice(0, 2)).toEqual([genuine, late]);
  });

  it('has no decided entries, nor those of a case that is gone', async () => {
    const listed = await admins.newReport();
    const gone = await heldReport();
    await as().call(deleteReports, { body: { ids: [gone.id] } });
    await addStatement(listed.id, { published_at: new Date() });
    await addAppeal(listed.id, { decided_at: new Date(), decision: 'refused' });
    const cleared = await admins.newReport();
    await addStatement(cleared.id);
    await admins.setStatus(cleared.id, 'cleared', 'report_false', 'elf');
    expect(await as().call(listReview, { query: {} })).toMatchObject({ items: [], total: 0, next: null });
  });

  it('has a status whose independent statements are gone, until a moderator decides it', async () => {
    const report = await admins.newReport();
    const other = await admins.newReport();
    const statement = await addStatement(report.id, { published_at: new Date() });
    await db().transaction((trx) => recordChanges(trx, { statements: [statement] }, ['statement']));
    const waiting = async () =>
      (await as().call(listReview, { query: { kind: 'status' } })).items.map(({ id, summary }) => [
        id,
        summary,
      ]);
    await admins.setStatus(report.id, 'corroborated', 'independent_statements');
    await admins.setStatus(other.id, 'corroborated', 'evidence_alone');
    expect(await waiting()).toEqual([]);
    await decide(statement, 'reject');
    expect(await waiting()).toEqual([[report.id, reviewTexts.groundsGone]]);
    // A refused appeal brings the status back, not its grounds.
    await addAppeal(report.id, { decided_at: new Date(), decision: 'refused', proven_at: new Date() });
    await admins.setStatus(report.id, 'corroborated', 'appeal_unfounded');
    expect(await waiting()).toHaveLength(1);
    await decide(statement, 'hold');
    await decide(statement, 'publish');
    expect(await waiting()).toEqual([]);
    await decide(statement, 'reject');
    await admins.setStatus(report.id, 'corroborated', 'evidence_alone');
    expect(await waiting()).toEqual([]);
    await admins.setStatus(report.id, 'unreviewed', 'status_withdrawn');
    expect(await waiting()).toEqual([]);
  });

  it('is read page by page, each entry once', async () => {
    await db().raw(
      `insert into scammer_reports (twitter_url, username, scam_category, description, unique_burn_address, is_removed, held_at)
       select 'https://x.com/q/status/' || n, 'q' || n, 'other', 'Was here.', 'Q' || n, true,
         case when n % 20 = 0 then now() - n * interval '1 minute' end from generate_series(1, 8000) n`,
    );
    await db().raw(
      `insert into statements (report_id, twitter_url, description, held_at, published_at)
       select 1, 'https://x.com/s/status/' || n, 'Me too.', case when n % 100 = 0 then now() end,
         case when n % 100 > 0 then now() end from generate_series(1, 8000) n`,
    );
    const { items, total } = await as().call(listReview, { query: {} });
    expect([items.length, total]).toEqual([100, 400]);
    // Page by page, each once.
    const seen = new Set<number>();
    for (let after: string | undefined; ; ) {
      const page = await as().call(listReview, { query: after ? { after } : {} });
      for (const { id } of page.items) seen.add(id);
      if (page.next === null) break;
      after = page.next;
    }
    expect(seen.size).toBe(400);
    await expect(as().call(listReview, { query: { after: 'nonsense' } })).rejects.toMatchObject({
      status: 400,
    });
  });
});

describe('a case under review', () => {
  it('shows held and rejected statements, what else came from their reporters, and the history', async () => {
    const report = await admins.newReport();
    const other = await admins.newReport();
    const published = await addStatement(report.id, { published_at: new Date() });
    const held = await addStatement(report.id);
    await db()('contributions').whereIn('subject_id', [report.id, other.id]).delete();
    await contribute('report', report.id, 'one');
    await contribute('statement', published, 'two');
    await contribute('report', other.id, 'two', { overturned_at: new Date() });
    const seen = await caseOf(report.id);
    expect(seen).toMatchObject({
      version: 1,
      status: 'unreviewed',
      state: 'listed',
      report: { id: report.id, version: 1 },
      reporter: { others: 0, overturned: 0 },
      statementCount: 2,
      independence: { statements: 1 },
      reply: null,
      changes: [],
    });
    expect(seen.statements).toMatchObject([
      { id: held, state: 'held', holdReason: 'rate', reporter: null },
      { id: published, state: 'published', reporter: { others: 1, overturned: 1 } },
    ]);
  });

  it('shows a bounded number of statements, waiting ones first, then unread ones from both ends', async () => {
    const report = await admins.newReport();
    const honest = await addStatement(report.id, { published_at: new Date() });
    await db().raw(
      `insert into statements (report_id, twitter_url, description, published_at)
       select ?, 'https://x.com/b/status/7' || n, 'Me too.', now() from generate_series(1, 200) n`,
      [report.id],
    );
    const held = await addStatement(report.id);
    const late = await addStatement(report.id, { published_at: new Date() });
    const seen = await caseOf(report.id);
    expect([seen.statements.length, seen.statementCount]).toEqual([REVIEWED_STATEMENTS_MAX, 203]);
    // A flood hides neither what was stated before it nor what came after.
    expect(seen.statements.slice(0, 3).map(({ id }) => id)).toEqual([held, late, honest]);
    await decide(honest, 'publish');
    expect((await caseOf(report.id)).statements.map(({ id }) => id)).not.toContain(honest);
  });

  it('decides no more statements with its item than it shows', async () => {
    const report = await admins.newReport();
    await db().raw(
      `insert into statements (report_id, twitter_url, description, held_at, hold_reason)
       select ?, 'https://x.com/b/status/8' || n, 'Me too.', now(), 'rate' from generate_series(1, 150) n`,
      [report.id],
    );
    const { items } = await admins.admin().call(listReview, { query: { kind: 'statement' } });
    const item = items.find(({ caseNumber }) => caseNumber === report.id);
    const shown = (await caseOf(report.id)).statements.map(({ id }) => id);
    expect([item?.count, new Set(item?.ids)]).toEqual([150, new Set(shown)]);
  });

  it('is unknown without a report, and once it is erased', async () => {
    await expect(caseOf(2_000_000)).rejects.toMatchObject({ status: 404 });
    const { id } = await admins.newReport();
    await admins.erase({ reportId: id });
    await expect(caseOf(id)).rejects.toMatchObject({ status: 404, message: reviewTexts.unknownCase });
  });
});

describe('a statement', () => {
  it('that is published is public, and logged', async () => {
    const report = await admins.newReport();
    const id = await addStatement(report.id);
    const after = await decide(id, 'publish', { seen: 'held' });
    expect(after).toMatchObject({ version: 2, statements: [{ id, state: 'published' }] });
    const [entry] = await admins.lastEntries(1);
    expect(entry).toMatchObject({
      who: 'elf',
      action: 'decide_statement',
      subject: 'scammer_report',
      subjectId: report.id,
      username: report.username,
      before: null,
      after: null,
      details: { statement: String(id), decision: 'publish', was: 'held' },
    });
  });

  it('counts against its reporter when it is rejected after it was public, and not before', async () => {
    const report = await admins.newReport();
    const [untold, told] = [await addStatement(report.id), await addStatement(report.id)];
    for (const id of [untold, told]) await contribute('statement', id, 'elf');
    await decide(untold, 'reject', { reason: 'An advertisement.' });
    expect(await overturned('statement', untold)).toBe(false);
    await decide(told, 'publish');
    await decide(told, 'reject', { reason: 'The post is about another account.' });
    expect(await overturned('statement', told)).toBe(true);
    expect(await db()('statements').where({ id: told }).first()).toMatchObject({
      published_at: null,
      reject_reason: 'The post is about another account.',
    });
    expect(await decide(told, 'hold')).toMatchObject({ statements: expect.any(Array) });
    expect(await overturned('statement', told)).toBe(false);
  });

  it('that another moderator decided meanwhile is refused with a text, also of many at once', async () => {
    const { id: reportId } = await admins.newReport();
    const id = await addStatement(reportId);
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, at) => decide(id, at % 2 ? 'publish' : 'reject', { seen: 'held' })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await caseOf(reportId)).version).toBe(2);
    await expect(decide(id, 'publish', { seen: 'held' })).rejects.toMatchObject({
      ...changed,
      message: reviewTexts.decidedMeanwhile,
    });
    await expect(decide(2_000_000, 'publish')).rejects.toMatchObject({ status: 404 });
  });
});

describe('a held report', () => {
  it('that is published is listed; its own moderator takes that back', async () => {
    const report = await heldReport();
    expect(await decideReport(report.id, 'publish')).toMatchObject({ state: 'listed' });
    expect(await isListed(report.id)).toBe(true);
    await expect(decideReport(report.id, 'publish')).rejects.toMatchObject(changed);
    await expect(decideReport(report.id, 'hold', 'other')).rejects.toMatchObject({
      ...changed,
      message: reviewTexts.notYours,
    });
    expect(await decideReport(report.id, 'hold')).toMatchObject({
      state: 'held',
      holdReason: 'private_data',
    });
    expect(await isListed(report.id)).toBe(false);
    expect((await admins.lastEntries(2)).map(({ action }) => action)).toEqual(['hold', 'publish']);
    // These are public changes, because it was listed before it was held.
    const leaves = await db()('ledger_records').where({ report_id: report.id }).orderBy('id').pluck('type');
    expect(leaves).toEqual(['report-published', 'report-withdrawn']);
  });

  it('that is rejected is deleted; that can be taken back, and undone in the audit log', async () => {
    const report = await heldReport();
    expect(await decideReport(report.id, 'reject')).toMatchObject({ state: 'deleted' });
    await expect(decideReport(report.id, 'reject')).rejects.toMatchObject({ status: 404 });
    expect(await decideReport(report.id, 'hold')).toMatchObject({ state: 'held' });
    await decideReport(report.id, 'reject');
    expect(await admins.undoLast()).toMatchObject({ restored: [report.id] });
    expect(await caseOf(report.id)).toMatchObject({ state: 'held' });
  });

  it('about a listed name stays held; a listed one cannot be rejected here', async () => {
    const listed = await admins.newReport('Twice');
    await admins.changeRow(listed.id, { is_removed: true, held_at: new Date() });
    const second = await admins.newReport('twice');
    await expect(decideReport(listed.id, 'publish')).rejects.toMatchObject({
      status: 409,
      code: 'username_already_listed',
      details: { existingUsername: 'Twice' },
    });
    await expect(decideReport(second.id, 'reject')).rejects.toMatchObject(changed);
    await expect(decideReport(second.id, 'hold')).rejects.toMatchObject(changed);
    await expect(decideReport(2_000_000, 'publish')).rejects.toMatchObject({ status: 404 });
  });
});

describe('the status of a case', () => {
  const set = (id: number, body: object, who = 'elf') =>
    as(who).call(setCaseStatus, { params: { id }, body: body as never });

  it('is set with rule and reason, in the role of the moderator, and logged', async () => {
    const report = await admins.newReport();
    await addAppeal(report.id, { grounds: 'compromised', decided_at: new Date(), decision: 'granted' });
    const body = { status: 'compromised', rule: 'compromised_account', reason: 'Was taken over in March.' };
    const period = { from: '2026-03-01', to: '2026-03-05' };
    const answer = await admins.service.send(
      'POST',
      `/api/admin/review/cases/${report.id}/status`,
      { ...body, period, version: 1 },
      staff('elf', 'moderator'),
    );
    expect(answer).toMatchObject({
      status: 200,
      body: { version: 2, changes: [{ ...body, role: 'moderator', who: 'elf', period }] },
    });
    expect((await admins.lastEntries(1))[0]).toMatchObject({
      action: 'set_status',
      details: { ...body, period: '2026-03-01 to 2026-03-05' },
    });
  });

  it('is refused with the figures of the case when its rule does not hold', async () => {
    const { id } = await admins.newReport();
    const reason = 'Both describe the same.';
    const corroborated = { status: 'corroborated', rule: 'independent_statements', reason, version: 1 };
    await expect(set(id, corroborated)).rejects.toMatchObject({
      code: 'invalid_input',
      message: '“Corroborated” by independent statements needs 2 independent statements; this case has 1.',
    });
    expect(await caseOf(id)).toMatchObject({ status: 'unreviewed', version: 1, changes: [] });
    const statement = await addStatement(id);
    await decide(statement, 'publish');
    expect(await set(id, { ...corroborated, version: 2 })).toMatchObject({ status: 'corroborated' });
  });

  it('is not set on an older version of the case, one with fewer statements too', async () => {
    const report = await admins.newReport();
    const statement = await addStatement(report.id);
    const body = { status: 'corroborated', rule: 'evidence_alone', reason: 'The post says it itself.' };
    await decide(statement, 'publish');
    await expect(set(report.id, { ...body, version: 1 })).rejects.toMatchObject({
      ...changed,
      message: decisionTexts.changedMeanwhile,
    });
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, (_, at) => set(report.id, { ...body, version: 2 }, `elf${at}`)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await caseOf(report.id)).toMatchObject({ version: 3, changes: [{ status: 'corroborated' }] });
  });

  it('is refused with dates that cannot be stored', async () => {
    const { id } = await admins.newReport();
    const { version } = await as().call(getReviewedCase, { params: { id } });
    const period = { from: '0000-01-01', to: '2026-01-01' };
    const status = {
      status: 'compromised',
      rule: 'compromised_account',
      reason: 'It was taken over.',
      version,
    };
    const send = (path: string, body: object) =>
      admins.service.send('POST', `/api/admin/review/cases/${id}/${path}`, body, staff('elf'));
    expect((await send('status', { ...status, period })).status).toBe(400);
    expect((await send('reply', { decision: 'reject', at: '0000-01-01T00:00:00Z' })).status).toBe(400);
  });

  it('cleared as false marks the contributions, and takes the report off the list', async () => {
    const report = await admins.newReport();
    await db()('contributions').where({ kind: 'report', subject_id: report.id }).delete();
    await contribute('report', report.id, 'two');
    const reason = 'The post was forged.';
    expect(
      await set(report.id, { status: 'cleared', rule: 'report_false', reason, version: 1 }),
    ).toMatchObject({ state: 'cleared', status: 'cleared' });
    expect([await isListed(report.id), await overturned('report', report.id)]).toEqual([false, true]);
  });
});

it('what was decided about an erased report keeps who and what, and none of the texts', async () => {
  const report = await admins.newReport();
  const statement = await addStatement(report.id);
  await decide(statement, 'reject', { reason: 'Names the street of a person.' });
  await admins.erase({ reportId: report.id });
  const entries = await admins.lastEntries(5);
  const decided = entries.find(({ action }) => action === 'decide_statement');
  expect(decided).toMatchObject({ who: 'elf', username: 'erased' });
  expect(decided).not.toHaveProperty('details');
});
