import {
  deleteMatchingReports,
  deleteNiceReport,
  deleteNiceReports,
  deleteReports,
  listAdminReports,
  publishReports,
} from '@naughty-list/contracts/admin-reports';
import { auditLogTexts } from '@naughty-list/contracts/audit-log';
import { listNiceReports, submitNiceReport } from '@naughty-list/contracts/nice-reports';
import { searchReports, submitReport } from '@naughty-list/contracts/reports';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import type { Knex } from 'knex';
import { describe, expect, it } from 'vitest';
import { find } from '../src/desk/moderation/find.ts';
import type { ListFilter } from '../src/record/entity.ts';
import { moderatedReports } from '../src/register/reports/moderated-reports.ts';
import { countRecentReports } from '../src/register/reports/repository.ts';
import { openAdmins } from './admins.ts';
import { reportInput } from './running-service.ts';

const admins = closeAfterAll(await openAdmins());

const countReports = async (db: Knex, filter: ListFilter) =>
  (await find(db, moderatedReports, { ...filter, q: '', limit: 1, offset: 0 })).total;

describe('a report that is deleted', () => {
  it('is shown nowhere, frees its username, and is logged whole', async () => {
    const { reportCode: _code, ...report } = await admins.newReport();
    const [listed = 0] = await admins.totals();
    const operationId = await admins.deleted(report.id, 'Mrs. Claus');
    expect(await admins.rowOf(report.id)).toBeUndefined();
    expect((await admins.totals())[0]).toBe(listed - 1);
    expect(await admins.service.as('visitor').call(searchReports, { query: { q: report.username } })).toEqual(
      [],
    );
    const [entry] = await admins.lastEntries(1);
    expect(entry).toEqual({
      id: expect.any(Number),
      operationId,
      at: expect.any(String),
      who: 'Mrs. Claus',
      action: 'delete',
      subject: 'scammer_report',
      subjectId: report.id,
      username: report.username,
      before: { ...report, version: 1, removalTxHash: null, burnTransactionHash: null },
      after: null,
      isRestorable: true,
      operationSize: 1,
      operationRestorable: 1,
    });
    expect((await admins.newReport(report.username)).id).not.toBe(report.id);
  });

  it('is in no list, search, count, edit, publication or retry, and limits no new report', async () => {
    const username = 'left_out';
    const headers = { 'idempotency-key': 'a-key-of-a-deleted-report' };
    const input = reportInput({ username, scamCategory: 'ponzi' });
    const post = () => admins.service.send('POST', '/api/scammer-reports', input, headers);
    const report = { id: Number((await post()).body.id) };
    const { db } = admins.service.context;
    const held = await admins.newReport(`${username}_too`);
    await db('scammer_reports').where({ id: held.id }).update({ is_removed: true, held_at: db.fn.now() });
    const counts = async () => [
      await countRecentReports(db, username),
      ...(await Promise.all(
        (['listed', 'removed', 'held', 'all'] as const).flatMap((state) => [
          countReports(db, { state }),
          countReports(db, { state, category: 'ponzi' }),
        ]),
      )),
    ];
    const before = await counts();
    const ids = [report.id, held.id];
    await admins.admin().call(deleteReports, { body: { ids } });
    const [
      listed = 0,
      listedPonzi = 0,
      removed,
      removedPonzi,
      waiting = 0,
      waitingPonzi,
      all = 0,
      allPonzi = 0,
    ] = before.slice(1).map(Number);
    expect(await counts()).toEqual([
      0,
      listed - 1,
      listedPonzi - 1,
      removed,
      removedPonzi,
      waiting - 1,
      waitingPonzi,
      all - 2,
      allPonzi - 1,
    ]);
    for (const state of ['listed', 'removed', 'held', 'all'] as const)
      for (const narrower of [{}, { q: username }, { category: 'ponzi' }, { reported: '24h' }] as const) {
        const found = await admins.admin().call(listAdminReports, { query: { state, ...narrower } });
        expect(found.filter(({ id }) => ids.includes(id))).toEqual([]);
      }
    const call = async (method: string, path: string, body?: unknown) =>
      (await admins.send(method, path, body)).status;
    expect(
      await call('PATCH', `/api/admin/reports/${report.id}`, { description: 'Edited by an admin.' }),
    ).toBe(404);
    expect(await call('POST', `/api/admin/reports/${report.id}/refresh-pfp`)).toBe(404);
    const account = '11111111111111111111111111111111';
    expect(await call('POST', `/api/scammer-reports/${report.id}/burn-request`, { account })).toBe(404);
    expect((await post()).status).toBe(404);
    const published = await admins.admin().call(publishReports, { body: { ids } });
    expect(published).toMatchObject({ published: [], notPublished: [] });
    const period = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z', dryRun: true };
    for (const state of ['listed', 'held', 'all'] as const) {
      const { matching } = await admins.admin().call(deleteMatchingReports, { body: { ...period, state } });
      expect(matching).toBe(await countReports(db, { state: state === 'all' ? 'listed' : state }));
    }
  });

  it('is 404 the second time, also when ten delete it at once', async () => {
    const report = await admins.newReport();
    const [before] = await admins.lastEntries(1);
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => admins.deleted(report.id, `admin${index}`)),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ status: 404 });
    const since = await admins.lastEntries(5);
    expect(since.filter(({ id }) => id > (before?.id ?? 0))).toHaveLength(1);
  });

  it('is restored as it was, to the microsecond, with id and reference', async () => {
    const report = await admins.newReport();
    const { db } = admins.service.context;
    const exact = async () => {
      const { rows } = await db.raw('select to_jsonb(r) as row from scammer_reports r where id = ?', [
        report.id,
      ]);
      return rows[0]?.row;
    };
    const before = await exact();
    const sums = await admins.totals();
    const operationId = await admins.deleted(report.id);
    expect(await admins.restore(operationId, 'Mrs. Claus')).toEqual({
      restored: [report.id],
      notRestored: [],
    });
    expect(await exact()).toEqual(before);
    expect(await admins.totals()).toEqual(sums);
    const [back, gone] = await admins.lastEntries(2);
    expect(back).toMatchObject({ who: 'Mrs. Claus', action: 'restore', before: null, after: gone?.before });
    expect(gone).toMatchObject({ operationId, isRestorable: false, operationRestorable: 0 });
    expect(back?.operationId).not.toBe(operationId);
  });

  it('while others repeat it, is listed again by one of them, and none fails', async () => {
    const { id, username } = await admins.newReport();
    const repeat = (client: string) =>
      admins.service.as(client).call(submitReport, { body: reportInput({ username }) });
    const repeats = Promise.allSettled(Array.from({ length: 30 }, (_, index) => repeat(`crowd${index}`)));
    await admins.deleted(id);
    const answers = await repeats;
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ status: 409 });
    await repeat('the last one').catch(() => undefined);
    const { db } = admins.service.context;
    expect(await db('scammer_reports').where({ username, deleted_at: null })).toHaveLength(1);
  });

  it('is restored once, however often requested, and can be deleted again', async () => {
    const { id } = await admins.newReport();
    const operationId = await admins.deleted(id);
    const answers = await Promise.all(Array.from({ length: 10 }, () => admins.restore(operationId)));
    expect(answers.flatMap(({ restored }) => restored)).toEqual([id]);
    const again = await admins.deleted(id);
    expect(await admins.restore(operationId)).toEqual({ restored: [], notRestored: [] });
    expect(await admins.rowOf(id)).toBeUndefined();
    expect((await admins.restore(again)).restored).toEqual([id]);
  });

  it('and was removed by a payment before is restored as removed, beside a newer report of the username', async () => {
    const report = await admins.newReport();
    const { db } = admins.service.context;
    const paid = { is_removed: true, removal_tx_hash: 'paid', burn_transaction_hash: 'paid' };
    await db('scammer_reports').where({ id: report.id }).update(paid);
    const operationId = await admins.deleted(report.id);
    await admins.newReport(report.username);
    expect(await admins.restore(operationId)).toEqual({ restored: [report.id], notRestored: [] });
    expect(await admins.rowOf(report.id)).toMatchObject(paid);
  });
});

describe('nice reports', () => {
  it('are deleted, logged and restored alike', async () => {
    const { message, ...niceReport } = await admins.newNiceReport();
    expect(message).toContain(niceReport.username);
    const before = await admins.totals();
    const { headers } = await admins.admin().callFull(deleteNiceReport, { params: { id: niceReport.id } });
    expect((await admins.totals())[1]).toBe((before[1] ?? 0) - 1);
    const [entry] = await admins.lastEntries(1);
    expect(entry).toMatchObject({
      subject: 'nice_report',
      action: 'delete',
      before: niceReport,
      after: null,
    });
    await expect(
      admins.admin().call(deleteNiceReport, { params: { id: niceReport.id } }),
    ).rejects.toMatchObject({
      status: 404,
    });
    expect(await admins.restore(headers.get('x-operation-id') ?? '')).toEqual({
      restored: [niceReport.id],
      notRestored: [],
    });
    expect((await admins.service.as('visitor').call(listNiceReports, { query: { limit: 1 } }))[0]).toEqual(
      niceReport,
    );
    expect(await admins.totals()).toEqual(before);
  });

  it('of a post that is listed again stay deleted, with the reason', async () => {
    const [first, second] = [await admins.newNiceReport(), await admins.newNiceReport()];
    const body = { ids: [first.id, second.id] };
    const { operationId } = await admins.admin().call(deleteNiceReports, { body });
    const { username, description } = first;
    const twitterUrl = `${first.twitterUrl}?s=20`;
    await admins.service.as('fan').call(submitNiceReport, { body: { twitterUrl, username, description } });
    expect(await admins.restore(operationId)).toEqual({
      restored: [second.id],
      notRestored: [
        {
          subjectId: first.id,
          username: first.username,
          message: `This post of @${first.username} is on the Nice List again.`,
        },
      ],
    });
  });
});

it.each(['00000000-0000-4000-8000-000000000000', 'nonsense', '1'])(
  'an operation called %s is 404',
  async (id) => {
    const path = `/api/admin/audit-log/${id}/restore`;
    const answer = await admins.send('POST', path);
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  },
);

it('a restoration cannot be undone', async () => {
  const operationId = await admins.deleted((await admins.newReport()).id);
  await admins.restore(operationId);
  const [back] = await admins.lastEntries(1);
  await expect(admins.restore(back?.operationId ?? '')).rejects.toMatchObject({
    status: 404,
    message: auditLogTexts.unknownOperation,
  });
});
