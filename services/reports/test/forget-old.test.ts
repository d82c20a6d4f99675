import { deleteNiceReport, deleteReport } from '@naughty-list/contracts/admin-reports';
import { listAuditLog, restoreDeleted } from '@naughty-list/contracts/audit-log';
import { erasePersonalData } from '@naughty-list/contracts/personal-data';
import { decideStatement } from '@naughty-list/contracts/review';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { beforeEach, expect, it } from 'vitest';
import { forgetOld } from '../src/forget-old.ts';
import { auditDatabase, auditSnapshot } from '../src/publication/ledger/audit.ts';
import { ensureLog } from '../src/publication/ledger/begin-log.ts';
import { growLedger } from '../src/publication/ledger/grow.ts';
import { endLog } from '../src/publication/ledger/repository.ts';
import { recordChanges } from '../src/record/ledger/append.ts';
import { changeNames, renewNames } from '../src/register/traces.ts';
import { decideStatus } from './admins.ts';
import { rolledBack } from './past-operations.ts';
import { reportInput, startReports } from './running-service.ts';

const DAY_MS = 24 * 3_600_000;

const service = closeAfterAll(await startReports());
const { db } = service.context;
beforeEach(async () => {
  await db('removal_claims').delete();
});

const inDays = (days: number) => {
  const clock = { now: () => new Date(Date.now() + days * DAY_MS) };
  return forgetOld({ ...service.context, clock }, () => true);
};

async function insertClaim(id: string, more: Record<string, unknown>): Promise<void> {
  const now = new Date();
  const claim = { id, report_id: 1, signature: id, due_at: now, decided_at: now, ...more };
  await db('removal_claims').insert(claim);
}
const ids = () => db('removal_claims').orderBy('id').pluck('id');

it('deletes refused claims after ninety days; paid, pending and late ones stay', async () => {
  await insertClaim('a pending one', { status: 'pending', decided_at: null });
  await insertClaim('good money, too late', {
    status: 'refused',
    code: 'report_already_removed',
    amount: '5',
  });
  await insertClaim('nonsense', { status: 'refused', code: 'no_burn_of_mint' });
  await insertClaim('one that removed', { status: 'removed', amount: '5' });
  await inDays(89);
  expect(await ids()).toHaveLength(4);
  await Promise.all([inDays(91), inDays(91)]);
  expect(await ids()).toEqual(['a pending one', 'good money, too late', 'one that removed']);
});

it('deletes messages to sign ninety days after they expired', async () => {
  const at = new Date();
  const proof = {
    subject: 'report:1',
    signature: 's',
    wallet: 'w',
    message: 'm',
    issued_at: at,
    expires_at: at,
  };
  await db('payment_proofs').insert([proof, { ...proof, used_at: at }]);
  await inDays(89);
  expect(await db('payment_proofs')).toHaveLength(2);
  await inDays(91);
  expect(await db('payment_proofs')).toEqual([]);
});

it('deletes the source of a report after a week', async () => {
  const keys = { reporter_key: 'a reporter', network_key: 'of this month' };
  await db('contributions').insert({ kind: 'report', subject_id: 999, ...keys, source: 'a network' });
  const known = () => db('contributions').whereNotNull('source').pluck('subject_id');
  await inDays(6.9);
  expect(await known()).toEqual([999]);
  await inDays(7.1);
  expect(await known()).toEqual([]);
});

it('deletes a rejected report or praise after 30 days, with its text; one that was public stays', async () => {
  const claus = service.asAdmin('claus');
  const text = (name: string) => ({ username: name, description: `Accusation of ${name}, word for word.` });
  const privately = 'His number is +1 202-555-0143, ask him.';
  const { id: held } = await service.report({ ...text('rejected'), description: privately }, 'a');
  const { id: listed } = await service.report(text('listed'), 'a');
  const { id: praise } = await service.praise(text('hero'), 'a');
  await db('nice_reports').where({ id: praise }).update({ held_at: new Date(), hold_reason: 'rate' });
  for (const id of [held, listed]) await claus.call(deleteReport, { params: { id } });
  await claus.call(deleteNiceReport, { params: { id: praise } });
  await inDays(29);
  expect(await db('scammer_reports').pluck('id')).toEqual([held, listed]);
  await Promise.all([inDays(31), inDays(31)]);
  expect(await db('scammer_reports').pluck('id')).toEqual([listed]);
  const entries = await claus.call(listAuditLog, { query: {} });
  expect(
    entries.map(({ username, action, before, isRestorable }) => [
      username,
      action,
      before === null,
      isRestorable,
    ]),
  ).toEqual([
    ['hero', 'delete', true, false],
    ['listed', 'delete', false, true],
    ['rejected', 'delete', true, false],
  ]);
  const { rows } = await db.raw(
    "select count(*)::int as found from audit_log where before::text ~ '202-555|hero'",
  );
  expect(rows).toEqual([{ found: 0 }]);
});

it('deletes a rejected report that was erased after 30 days; the log says nothing of its row then', async () => {
  const claus = service.asAdmin('claus');
  const { id } = await service.report({ description: 'Her number is +1 202-555-0144, ask her.' }, 'a');
  await claus.call(deleteReport, { params: { id } });
  await claus.call(erasePersonalData, { body: { reportId: id } });
  await inDays(31);
  expect(await db('scammer_reports').where({ id })).toEqual([]);
  expect((await auditDatabase(db)).named).toEqual([]);
});

it('erases a rejected statement that was never public after 30 days, but not its post', async () => {
  const claus = service.asAdmin('claus');
  const [username, twitterUrl] = ['stated', 'https://x.com/stated/status/7'];
  const { id: reportId } = await service.report({ username, twitterUrl: `${twitterUrl}1` }, 'b');
  const rejected = async (description: string, url: string) => {
    const { body } = await service.send('POST', '/api/statements', {
      ...{ username, description, twitterUrl: url },
    });
    const params = { id: Number(body.id) };
    await claus.call(decideStatement, { params, body: { decision: 'reject', reason: 'It names a phone.' } });
    return params;
  };
  const held = await rejected('His number is +1 202-555-0143, ask him at his-boats.com.', twitterUrl);
  await rejected('I paid, and never heard of him again.', `${twitterUrl}2`);
  const texts = async () => (await db('statements').orderBy('id').pluck('description')) as string[];
  const before = await texts();
  await inDays(29);
  expect(await texts()).toEqual(before);
  await Promise.all([inDays(31), inDays(31)]);
  // The other one was public.
  expect(await texts()).toEqual(['This entry was erased.', before[1]]);
  const left = await db('statements').where(held).first('reject_reason', 'twitter_url');
  expect(left).toEqual({ reject_reason: null, twitter_url: twitterUrl });
  expect(await db('traces').where({ statement_id: held.id })).toEqual([]);
  const again = claus.call(decideStatement, { params: held, body: { decision: 'hold', reason: '' } });
  await expect(again).rejects.toMatchObject({ code: 'not_found' });
  const entries = await claus.call(listAuditLog, { query: {} });
  const [first] = entries.filter(({ details }) => details?.statement === String(held.id));
  expect(first?.details?.reason).toBeUndefined();
  const { restored } = await claus.call(restoreDeleted, {
    params: { operationId: first?.operationId ?? '' },
  });
  expect(restored).toEqual([]);
  expect((await auditDatabase(db)).named).toEqual([]);
  const made = await rolledBack(db, async (trx) => {
    await trx('statements').where(held).update({ made_at: '2020-01-01' });
    return (await auditSnapshot(trx)).named;
  });
  expect(made).toContain(`statement ${held.id}: its row in statements is not as the service left it`);
  await decideStatus(db, reportId, 'cleared', 'report_false');
  const sentAgain = reportInput({ username, twitterUrl });
  expect(await service.send('POST', '/api/scammer-reports', sentAgain)).toMatchObject({
    body: { code: 'post_already_reviewed' },
  });
  await claus.call(erasePersonalData, { body: { username } });
  expect(await db('statements').whereILike('twitter_url', `%/${username}/%`)).toEqual([]);
});

it.each(['forgotten when rejected', 'erased on request'])(
  'the kept posts of what was never public are %s, and the log goes on',
  async (how) => {
    const claus = service.asAdmin('claus');
    const username = `never_${how.slice(0, 3)}`;
    const [twitterUrl, description] = [
      `https://x.com/${username}/status/1`,
      'Her number is +1 202-555-0145, ask her.',
    ];
    const { id } = await service.report({ username: `${username}_2`, description }, 'a');
    const { id: listed } = await service.report({ username, twitterUrl: `${twitterUrl}1` }, 'a');
    const { body } = await service.send('POST', '/api/statements', { username, twitterUrl, description });
    // Moderators have X asked about what waits.
    const kept = {
      answer: '{}',
      text: 'Ask +1 202-555-0145.',
      fetched_at: new Date(),
      twitter_url: twitterUrl,
    };
    const places = [
      { report_id: id, statement_id: 0 },
      { report_id: listed, statement_id: body.id },
    ];
    await db('kept_posts').insert(places.map((place) => ({ ...kept, ...place })));
    await db.transaction(async (trx) => {
      await changeNames(trx, 'aliases', [id], () =>
        trx('aliases').insert({ report_id: id, username: 'renamed' }),
      );
      await renewNames(trx, [id]);
    });
    await db.transaction((trx) =>
      recordChanges(trx, { posts: [id], statementPosts: [Number(body.id)] }, ['post']),
    );
    if (how.startsWith('erased')) {
      await claus.call(erasePersonalData, { body: { reportId: id } });
      await claus.call(erasePersonalData, { body: { statementId: body.id } });
    } else {
      await claus.call(deleteReport, { params: { id } });
      const rejected = { decision: 'reject', reason: 'It names a phone.' } as const;
      await claus.call(decideStatement, { params: { id: body.id }, body: rejected });
      await inDays(31);
      expect(await db('scammer_reports').where({ id })).toEqual([]);
    }
    expect(await db('aliases').where({ report_id: id })).toEqual([]);
    expect(await db('kept_posts').where({ text: kept.text })).toEqual([]);
    expect(
      await db('ledger_records').whereLike('record', '%"kind":"post%').whereIn('report_id', [id, listed]),
    ).toEqual([]);
    expect((await auditDatabase(db)).named).toEqual([]);
    while ((await growLedger(db)) > 0);
    await endLog(db);
    await ensureLog(db, 'list.example/log');
    while ((await growLedger(db)) > 0);
    expect((await auditDatabase(db)).named).toEqual([]);
  },
);
