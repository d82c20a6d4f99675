import { CASE_CODE_HEADER } from '@naughty-list/contracts/appeals';
import { REPORTER, undoAccount } from '@naughty-list/contracts/audit-log';
import { caseTexts } from '@naughty-list/contracts/case-texts';
import { type CaseRule, type CaseStatus, submitStatement } from '@naughty-list/contracts/cases';
import { getFeedSnapshot } from '@naughty-list/contracts/feeds';
import { lookUp } from '@naughty-list/contracts/look-up';
import { getOwnReport, type OwnReport, ownReportTexts } from '@naughty-list/contracts/own-report';
import { submitReport } from '@naughty-list/contracts/reports';
import { listReview } from '@naughty-list/contracts/review';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { afterEach, describe, expect, it } from 'vitest';
import { applyLoss } from '../src/cases/losses/apply.ts';
import { keepReportCode, reportCodeOf } from '../src/cases/own-reports/own-report.ts';
import { auditDatabase } from '../src/publication/ledger/audit.ts';
import { recordChanges } from '../src/record/ledger/append.ts';
import { recordRows } from '../src/record/row-leaves.ts';
import { decideStatus, openAdmins } from './admins.ts';
import { ANYTHING, reportInput, SECRET, sender } from './running-service.ts';

const admins = closeAfterAll(await openAdmins({ HOLD_REPORTS_ABOVE_PER_MINUTE: '0' }));
const { db, visitor, caseOf, withdraw } = admins;

const own = (code = '') => visitor().call(getOwnReport, {}, { headers: { [CASE_CODE_HEADER]: code } });
const statusOf = (username: string) =>
  caseOf(username).then(
    () => 200,
    ({ status }: { status: number }) => status,
  );

let posts = 3_000_000;
/** A statement of a person of their own. */
const state = (username: string, description = 'I paid, too, and never heard of him again.') => {
  const twitterUrl = `https://x.com/${username}/status/${++posts}`;
  const victim = admins.service.withHeaders(sender(`victim ${posts}`));
  return victim.call(submitStatement, { body: { username, twitterUrl, description } });
};

const addLoss = (id: number) =>
  db()('statements')
    .where({ id })
    .update({ loss_transaction: `tx ${id}` });

/** What the ledger has about a subject, oldest first. */
const leavesOf = (subject: string): Promise<string[]> =>
  db()('ledger_records').where({ subject }).orderBy('leaf_index').orderBy('id').pluck('type');

describe('a reporter', () => {
  afterEach(async () => expect(await auditDatabase(db())).toMatchObject({ count: 0, named: [] }));

  it('sees the state of the report by its code, and withdraws it: list, case, feed and ledger follow', async () => {
    const { username, id, reportCode } = await admins.newReport();
    expect(reportCode).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{2}$/);
    const seen = await own(reportCode);
    expect(seen).toMatchObject({ kind: 'report', state: 'public', status: 'unreviewed', username });
    expect(seen.description).toBe(reportInput().description);

    expect(await withdraw(reportCode)).toMatchObject({ state: 'withdrawn', status: null, description: null });
    expect(await own(reportCode)).toMatchObject({ state: 'withdrawn' });
    expect(await statusOf(username)).toBe(404);
    expect(await admins.rowOf(id)).toBeUndefined();
    const snapshot = await visitor().call(getFeedSnapshot, { query: { include: 'all' } });
    expect(JSON.stringify(snapshot)).not.toContain(`"${username}"`);
    expect((await leavesOf(`report ${id}`)).at(-1)).toBe('report-deleted');
    expect(await admins.lastEntries(1)).toMatchObject([{ who: 'the reporter', action: 'delete' }]);
  });

  it('cannot take down a case that a moderator found corroborated: only their text goes', async () => {
    const { username, id, reportCode } = await admins.newReport();
    await admins.setStatus(id, 'corroborated', 'evidence_alone');
    expect(await withdraw(reportCode)).toMatchObject({ state: 'withdrawn', description: null });
    const { status, report } = await caseOf(username);
    expect([status, report.description]).toEqual(['corroborated', caseTexts.withdrawn]);
    expect(await withdraw(reportCode)).toMatchObject({ state: 'withdrawn' });
    await admins.erase({ reportId: id });
  });

  it('withdraws for good: no undo brings a report or statement back', async () => {
    const { username, reportCode } = await admins.newReport();
    const { id, reportCode: code } = await state(username);
    await admins.decideStatement(id, 'publish');
    const withdrawForGood = async (each: string | undefined) => {
      await withdraw(each);
      expect(await admins.lastEntries(1)).toMatchObject([{ isRestorable: false, operationRestorable: 0 }]);
      await expect(admins.undoLast()).rejects.toMatchObject({ code: 'not_found' });
    };
    await withdrawForGood(code);
    await expect(admins.decideStatement(id, 'hold')).rejects.toMatchObject({ code: 'changed_meanwhile' });
    await withdrawForGood(reportCode);
    const period = { from: new Date(Date.now() - 60_000).toISOString(), to: new Date().toISOString() };
    const body = { who: REPORTER, ...period, dryRun: false };
    expect(await admins.admin().call(undoAccount, { body })).toMatchObject({ counts: [], undone: 0 });
    for (const each of [code, reportCode]) expect(await own(each)).toMatchObject({ state: 'withdrawn' });
  });

  it('withdraws once, however many calls come at once', async () => {
    const { id, reportCode } = await admins.newReport();
    const states = await Promise.all(Array.from({ length: 8 }, () => withdraw(reportCode)));
    expect(new Set(states.map(({ state: each }) => each))).toEqual(new Set(['withdrawn']));
    expect(await db()('audit_log').where({ subject_id: id, action: 'delete' })).toHaveLength(1);
  });

  it('withdraws only their own text; the oldest statement becomes the report, in list, look-up and feed', async () => {
    const { username, id, twitterUrl, reportCode } = await admins.service.report({
      username: 'takeback',
      scamCategory: 'ponzi',
      description: 'Stole every present; see free-presents.com.',
    });
    const text = 'My wallet was drained; he sent me to lost-sleigh.com.';
    const first = await state(username, text);
    const second = await state(username, 'Never answered again after I had paid.');
    expect((await own(reportCode)).hasStatements).toBe(true);
    const read = (twitter_url: string) => ({
      twitter_url,
      answer: '{}',
      text: 'Send me SOL.',
      fetched_at: new Date(),
    });
    await db()('kept_posts').where({ report_id: id, statement_id: 0 }).update(read(twitterUrl));
    await db()('kept_posts').where({ statement_id: first.id }).update(read(first.twitterUrl));
    await db().transaction((trx) =>
      recordChanges(trx, { posts: [id], statementPosts: [first.id] }, ANYTHING),
    );
    expect(await withdraw(reportCode)).toMatchObject({ state: 'withdrawn', description: null });

    const kept = await db()('kept_posts').where({ report_id: id, statement_id: 0 }).first();
    expect(kept.twitter_url).toBe(first.twitterUrl);
    expect((await caseOf(username)).report.scamCategory).toBe('other');
    const left = await caseOf(username);
    expect(left).toMatchObject({ number: id, statements: [{}] });
    expect((await admins.rowOf(id))?.independent).toBe(2);
    expect(left.report).toMatchObject({ description: text, twitterUrl: first.twitterUrl });
    expect(left.statements.map((each) => each.id)).toEqual([second.id]);
    expect(left.traces).toEqual([{ kind: 'domain', value: 'lost-sleigh.com' }]);
    const { answers } = await visitor().call(lookUp, { query: { q: `@${username}` } });
    expect(answers[0]?.naughty).toMatchObject({ firstLines: text, twitterUrl: first.twitterUrl });
    const snapshot = await visitor().call(getFeedSnapshot, { query: { include: 'all' } });
    expect(snapshot.cases.find(({ number }) => number === id)?.post).toBe(first.twitterUrl);
    expect((await leavesOf(`report ${id}`)).at(-1)).toBe('report-changed');
    expect((await leavesOf(`statement ${first.id}`)).at(-1)).toBe('statement-withdrawn');

    // The post is free again, and each code leads to what its owner sent.
    await visitor().call(submitStatement, {
      body: { username, twitterUrl, description: 'Mine was this one.' },
    });
    expect(await own(first.reportCode)).toMatchObject({ kind: 'report', state: 'public', description: text });
    await withdraw(first.reportCode);
    expect((await caseOf(username)).report.twitterUrl).toBe(second.twitterUrl);
    for (const code of [reportCode, first.reportCode])
      expect(await own(code)).toMatchObject({ state: 'withdrawn', description: null });
  });

  /** As a status that returns, without the appeal that it once needed. */
  const bringBack = (id: number, status: CaseStatus, restores: CaseRule) =>
    decideStatus(db(), id, status, restores, { restores, period: { from: '2026-01-01', to: '2026-01-02' } });

  it.each([
    ['compromised', 'compromised_account'],
    ['disputed', 'reply_contradicts'],
  ] as const)('cannot undo a case that is %s by reporting it again', async (status, rule) => {
    const { username, id, reportCode } = await admins.newReport();
    await bringBack(id, status, rule);
    // Held, it must not take the case along.
    await state(username, 'Call +1 415 555 0132 and ask for him.');
    expect(await withdraw(reportCode)).toMatchObject({ state: 'withdrawn' });
    const body = reportInput({ username, twitterUrl: `https://x.com/${username}/status/${++posts}` });
    await expect(visitor().call(submitReport, { body })).rejects.toMatchObject({
      code: 'username_already_listed',
    });
    const report = { description: caseTexts.withdrawn };
    expect(await caseOf(username)).toMatchObject({ status, report });
  });

  it('is no reporter of a case any more, which returns to the desk with too few independent ones', async () => {
    const { username, id, reportCode } = await admins.newReport();
    const losses = [];
    for (const text of ['Sold me a mint that never was.', 'Wanted my twelve words to "unlock" a prize.']) {
      const { id: statement } = await state(username, text);
      await admins.decideStatement(statement, 'publish');
      // No post: it cannot become the report.
      await addLoss(statement);
      losses.push(Number(statement));
    }
    await recordRows(db(), 'statements', losses);
    await admins.setStatus(id, 'corroborated', 'independent_statements');
    const counts = async () => [
      (await caseOf(username)).report.reportCount,
      (await admins.rowOf(id))?.independent,
    ];
    expect(await counts()).toEqual([3, 3]);
    await withdraw(reportCode);
    expect(await counts()).toEqual([1, 2]);
    await admins.decideStatement(losses[0], 'reject', 'It was another account.');
    const { items } = await admins.admin().call(listReview, { query: { kind: 'status' } });
    expect(items.map(({ caseNumber }) => caseNumber)).toContain(id);
  });

  it('cannot make an unread statement the report of a corroborated case', async () => {
    const { username, id, reportCode } = await admins.newReport();
    const unread = await state(username, 'He is a nice man; the thief is nice-shop.com.');
    await admins.setStatus(id, 'corroborated', 'evidence_alone');
    await withdraw(reportCode);
    const left = await caseOf(username);
    expect([left.report.description, left.traces]).toEqual([caseTexts.withdrawn, []]);
    expect(left.statements.map((each) => each.id)).toEqual([unread.id]);
  });

  it('leaves the case to the statement that a moderator has read, however many came before it', async () => {
    const { username, id, reportCode } = await admins.newReport();
    await state(username, 'He is a nice man, and there was a small delay.');
    const read = await state(username, 'Took 40 SOL for a mint that never came, then blocked me.');
    await admins.decideStatement(read.id, 'publish');
    await withdraw(reportCode);
    expect((await caseOf(username)).report.description).toBe(read.description);
    expect((await leavesOf(`report ${id}`)).at(-1)).toBe('report-changed');
  });

  it('leaves the proven losses of others in the case', async () => {
    const { username, id, reportCode } = await admins.newReport();
    const { id: statement } = await state(username);
    await addLoss(statement);
    await recordRows(db(), 'statements', [statement]);
    expect(await withdraw(reportCode)).toMatchObject({ state: 'withdrawn', description: null });
    const left = await caseOf(username);
    expect([left.report.description, left.statements.length]).toEqual([caseTexts.withdrawn, 1]);
    expect((await leavesOf(`report ${id}`)).at(-1)).toBe('report-changed');
  });

  it('leaves a held statement of another with the desk, as a held report', async () => {
    const { username, id, reportCode } = await admins.newReport();
    const text = 'He called me from +1 415 555 0132 and took my savings.';
    const waiting = await state(username, text);
    expect(waiting.held).toBe(true);
    const [{ sentAt }, { sentAt: statedAt }] = [await own(reportCode), await own(waiting.reportCode)];
    expect(await withdraw(reportCode)).toMatchObject({ state: 'withdrawn', description: null });
    expect(await own(reportCode)).toMatchObject({ state: 'withdrawn', sentAt });
    const nowReport = { kind: 'report', state: 'held', description: text, sentAt: statedAt };
    expect(await own(waiting.reportCode)).toMatchObject(nowReport);
    // Nothing about the account is public before a moderator has read it.
    expect(await statusOf(username)).toBe(404);
    expect((await leavesOf(`report ${id}`)).at(-1)).toBe('report-withdrawn');
    const { items } = await admins.admin().call(listReview, { query: { kind: 'report' } });
    expect(items.find(({ caseNumber }) => caseNumber === id)).toMatchObject({ id, summary: text });
    await admins.decideReport(id, 'publish');
    expect((await caseOf(username)).report).toMatchObject({
      description: text,
      twitterUrl: waiting.twitterUrl,
    });
    expect(await own(waiting.reportCode)).toMatchObject({ state: 'public' });
  });

  it('gives the post back to a statement that was held for it alone', async () => {
    const { username, id, twitterUrl, reportCode } = await admins.newReport();
    const text = 'He took seven SOL for a presale that never was.';
    const junk = await state(username, 'Call +1 415 555 0132 and ask for him.');
    const { body: held } = await admins.state({ username, twitterUrl, description: text }, 'a victim');
    expect(held.held).toBe(true);
    await withdraw(reportCode);
    expect(await own(String(held.reportCode))).toMatchObject({ kind: 'report', state: 'public' });
    expect((await caseOf(username)).report).toMatchObject({ id, description: text, twitterUrl });
    expect(await db()('contributions').where({ kind: 'report', subject_id: id }).first()).toMatchObject({
      held: false,
    });
    expect(await own(junk.reportCode)).toMatchObject({ kind: 'statement', state: 'held' });
  });

  it('gives no post back that a moderator has rejected in another statement', async () => {
    const { username, twitterUrl, reportCode } = await admins.newReport();
    const report = (description: string, from: string) =>
      admins.state({ username, twitterUrl, description }, from);
    const { body: first } = await report('He is a thief, and that is all I say.', 'a rival');
    await admins.decideStatement(first.id, 'reject');
    const { body: held } = await report('He took seven SOL for a presale that never was.', 'a victim');
    await withdraw(reportCode);
    expect(await own(String(held.reportCode))).toMatchObject({ kind: 'report', state: 'held' });
  });

  it('leaves each held statement with the desk, also after the one before it is rejected', async () => {
    const { username, id, reportCode } = await admins.newReport();
    const junk = await state(username, 'Call +1 415 555 0132 and ask for him.');
    const honest = await state(username, 'He wrote from +1 415 555 0133 and took my savings.');
    await withdraw(reportCode);
    const decide = (decision: 'publish' | 'reject' | 'hold') => admins.decideReport(id, decision);
    expect((await decide('reject')).state).toBe('held');
    const rejected = async () => {
      expect(await own(junk.reportCode)).toMatchObject({ kind: 'statement', state: 'removed' });
      expect(await own(honest.reportCode)).toMatchObject({ kind: 'report', state: 'held' });
    };
    await rejected();
    // The moderator takes it back.
    expect(await decide('hold')).toMatchObject({ state: 'held', report: { description: junk.description } });
    expect(await own(junk.reportCode)).toMatchObject({ kind: 'report', state: 'held' });
    expect(await own(honest.reportCode)).toMatchObject({ kind: 'statement', state: 'held' });
    await decide('reject');
    await rejected();
    await decide('publish');
    expect((await caseOf(username)).report.description).toBe(honest.description);
  });

  it('leaves a waiting loss of another with the desk', async () => {
    const { username, id, reportCode } = await admins.newReport();
    const { id: statement } = await state(username, 'He called me from +1 415 555 0132 and took my savings.');
    await addLoss(statement);
    expect(await withdraw(reportCode)).toMatchObject({ state: 'withdrawn', description: null });
    expect(await statusOf(username)).toBe(404);
    await admins.decideReport(id, 'publish');
    const loss = { transaction: `tx ${statement}`, sentAt: '2026-11-03T10:00:00.000Z', sent: [] };
    const verdict = { outcome: 'proven', loss } as const;
    await applyLoss(db(), { statementId: Number(statement), verdict, holdsByRate: true });
    await admins.decideStatement(statement, 'publish');
    const left = await caseOf(username);
    expect([left.report.description, left.statements.length]).toEqual([caseTexts.withdrawn, 1]);
  });

  it('withdraws a statement, which then counts neither for nor against anyone', async () => {
    const { username, reportCode: first } = await admins.newReport();
    const { id, reportCode } = await state(username);
    expect(await own(reportCode)).toMatchObject({ kind: 'statement', state: 'public', hasStatements: false });
    expect(await withdraw(reportCode)).toMatchObject({ state: 'withdrawn' });
    expect((await caseOf(username)).statements.length).toBe(0);
    expect((await leavesOf(`statement ${id}`)).at(-1)).toBe('statement-withdrawn');
    const contribution = await db()('contributions').where({ kind: 'statement', subject_id: id }).first();
    expect(contribution).toMatchObject({ held: true, overturned_at: null });
    expect(await own(first)).toMatchObject({ state: 'public', hasStatements: false });
    // A stranger cannot reserve posts by statements that are gone.
    const { twitter_url: twitterUrl } = await db()('statements').where({ id }).first();
    const body = { username, twitterUrl, description: 'This happened to me, and I can prove it.' };
    await visitor().call(submitStatement, { body });
    expect((await caseOf(username)).statements.length).toBe(1);
    await expect(visitor().call(submitStatement, { body })).rejects.toMatchObject({
      code: 'post_already_stated',
    });
  });

  it('sees that it is held, and may withdraw it before a moderator reads it', async () => {
    const body = reportInput({ username: 'holdme', description: 'Call him: +1 415 555 0132, he robbed us.' });
    const { held, reportCode } = await visitor().call(submitReport, { body });
    expect(held).toBe(true);
    expect(await own(reportCode)).toMatchObject({ state: 'held', status: null });
    expect(await withdraw(reportCode)).toMatchObject({ state: 'withdrawn' });
    expect(await statusOf('holdme')).toBe(404);
  });
});

it('a reporter sees of a public statement that its case waits again', async () => {
  const { id, username } = await admins.newReport();
  const { reportCode } = await state(username);
  expect((await own(reportCode)).state).toBe('public');
  await admins.changeRow(id, { is_removed: true, held_at: new Date() });
  expect((await own(reportCode)).state).toBe('held');
  expect((await withdraw(reportCode)).state).toBe('withdrawn');
});

it('a reporter sees what a moderator decided, and changes nothing about it', async () => {
  const report = await admins.newReport();
  const statement = await state(report.username);
  await admins.decideStatement(statement.id, 'reject', 'The post says nothing of it.');
  expect(await withdraw(statement.reportCode)).toMatchObject({ state: 'removed' });
  await admins.deleted(report.id);
  expect(await withdraw(report.reportCode)).toMatchObject({ state: 'removed' });
  await admins.changeRow(report.id, { removal_tx_hash: `tx${report.id}` });
  expect(await own(report.reportCode)).toMatchObject({ state: 'burned' });
});

it('gives a retry the same code, and another report another one', async () => {
  const body = reportInput({ username: 'retried', twitterUrl: 'https://x.com/retried/status/1' });
  const options = { headers: { 'idempotency-key': 'f4c0a6ce-4a5f-4a24-9d1f-0d3b1d0f5a11' } };
  const first = await visitor().call(submitReport, { body }, options);
  expect((await visitor().call(submitReport, { body }, options)).reportCode).toBe(first.reportCode);
  expect((await admins.newReport()).reportCode).not.toBe(first.reportCode);
});

it('gives no code of another’s report to a key that was read in the database, or led to the report there', async () => {
  const submit = (username: string, key: string) =>
    visitor().call(
      submitReport,
      { body: reportInput({ username, twitterUrl: `https://x.com/${username}/status/1` }) },
      { headers: { 'idempotency-key': key } },
    );
  const victim = await submit('robbed', 'the-key-of-the-reporter');
  await submit('robber', 'the-key-of-the-robber');
  const keys = db()('idempotency_keys');
  const robbed = { subject_id: victim.id };
  const { key } = await keys.clone().where(robbed).first('key');
  const code = ({ reportCode }: { reportCode?: string | undefined }) => reportCode;
  expect(await submit('robbed', key).then(code, () => 'none')).not.toBe(victim.reportCode);
  await keys.clone().whereNot(robbed).update(robbed);
  expect(await submit('robber', 'the-key-of-the-robber').then(code, () => 'none')).not.toBe(
    victim.reportCode,
  );
});

it.each(['', 'nonsense', '0000-0000-0000-0000-0000-0000-00'])(
  'knows no report of the code %j',
  async (code) => {
    for (const call of [own, withdraw])
      await expect(call(code)).rejects.toMatchObject({
        status: 404,
        code: 'unknown_case_code',
        message: ownReportTexts.unknownCode,
      });
  },
);

it('a code that was moved in the database is invalid, also after another case swaps its codes', async () => {
  const mine = await admins.newReport();
  const other = await admins.newReport();
  const post = {
    username: other.username,
    twitterUrl: `https://x.com/${other.username}/status/55`,
    description: 'It took mine.',
  };
  await admins.service.as('witness').call(submitStatement, { body: post });
  const statement = await db()('statements').where({ report_id: other.id }).first();
  await db()('report_codes').where({ kind: 'statement', subject_id: statement.id }).delete();
  await db()('report_codes')
    .where({ kind: 'report', subject_id: mine.id })
    .update({ kind: 'statement', subject_id: statement.id });
  for (const call of [own, withdraw])
    await expect(call(mine.reportCode)).rejects.toMatchObject({ code: 'unknown_case_code' });
  await withdraw(other.reportCode);
  expect((await db()('statements').where({ id: statement.id }).first()).rejected_at).not.toBeNull();
  await expect(own(mine.reportCode)).rejects.toMatchObject({ code: 'unknown_case_code' });
});

it('a code of a report that had the number of another for a moment, by the sequence of numbers, is invalid', async () => {
  const { id } = await admins.newReport();
  const other = { kind: 'report', id, at: new Date() } as const;
  await keepReportCode(db(), other, SECRET);
  await expect(own(reportCodeOf(other, SECRET))).rejects.toMatchObject({ code: 'unknown_case_code' });
});

it('keeps the code as a hash only', async () => {
  const { id, reportCode } = await admins.newReport();
  const row = await db()('report_codes').where({ kind: 'report', subject_id: id }).first();
  expect(JSON.stringify({ ...row, code_hash: row.code_hash.toString('latin1') })).not.toContain(reportCode);
  expect(row.code_hash).toHaveLength(32);
  expect((await own(reportCode?.toLowerCase().replaceAll('-', ' '))) satisfies OwnReport).toMatchObject({
    state: 'public',
  });
});

it('is imitated by no stranger: a report in the words of a withdrawn one would make the audit fail', async () => {
  const body = reportInput({ username: 'imitator', description: ` ${caseTexts.withdrawn} ` });
  const refused = await visitor()
    .call(submitReport, { body })
    .catch(({ status }) => status);
  expect([refused, await admins.namedBy(/independent/)]).toEqual([400, []]);
});
