import {
  adminReportTexts,
  deleteMatchingReports,
  deleteNiceReport,
  deleteNiceReports,
  deleteReports,
  listAdminReports,
  publishReports,
} from '@naughty-list/contracts/admin-reports';
import { auditLogTexts } from '@naughty-list/contracts/audit-log';
import { listNiceReports } from '@naughty-list/contracts/nice-reports';
import { searchReports, submitReport } from '@naughty-list/contracts/reports';
import { CLIENT_ID_HEADER, NETWORK_ID_HEADER } from '@naughty-list/service-kit/http/service-auth';
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
const { db } = admins.service.context;

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
    // Of the day, then listed, removed, held and all; each also of the category.
    const gone = [1, 1, 1, 0, 0, 1, 0, 2, 1];
    expect(await counts()).toEqual(before.map((count, at) => Number(count) - Number(gone[at])));
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
    expect((await admins.lastEntries(5)).filter(({ id }) => id > (before?.id ?? 0))).toHaveLength(1);
  });

  it('is restored as it was, to the microsecond, with id and reference', async () => {
    const report = await admins.newReport();
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
    const repeat = (client: string) => admins.service.report({ username }, client);
    const repeats = Promise.allSettled(Array.from({ length: 30 }, (_, index) => repeat(`crowd${index}`)));
    await admins.deleted(id);
    const answers = await repeats;
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ status: 409 });
    await repeat('the last one').catch(() => undefined);
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
    await admins.service.praise({ username: first.username, twitterUrl: `${first.twitterUrl}?s=20` });
    expect(await admins.restore(operationId)).toEqual({
      restored: [second.id],
      notRestored: [
        {
          subjectId: first.id,
          username: first.username,
          message: `This post by @${first.username} is on the Nice List again.`,
        },
      ],
    });
  });
});

it.each(['00000000-0000-4000-8000-000000000000', 'nonsense', '1'])(
  'an operation called %s is 404',
  async (id) => {
    const path = `/api/admin/audit-log/${id}/restore`;
    expect(await admins.send('POST', path)).toMatchObject({ status: 404, body: { code: 'not_found' } });
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

describe('deleting many at once', () => {
  it('is one operation; unknown ids are left out', async () => {
    const ids = (await Promise.all(Array.from({ length: 20 }, () => admins.newReport()))).map(({ id }) => id);
    const before = await admins.totals();
    const body = { ids: [...ids, ...ids, 2_147_483_647, 9_007_199_254_740_991] };
    const { status, headers, body: answer } = await admins.admin().callFull(deleteReports, { body });
    expect(status).toBe(200);
    expect(answer.deleted.toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
    expect(headers.get('x-operation-id')).toBe(answer.operationId);
    const entries = await admins.lastEntries(21);
    expect(entries.filter(({ operationId }) => operationId === answer.operationId)).toHaveLength(20);
    const { restored } = await admins.restore(answer.operationId);
    expect(restored.toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
    expect(await admins.totals()).toEqual(before);
  });

  it('leaves a decided case, and one with what another network stated; each can still be deleted alone', async () => {
    const [junk, decided, stated, withdrawn] = [
      await admins.newReport(),
      await admins.newReport(),
      await admins.newReport(),
      await admins.newReport(),
    ];
    await admins.setStatus(decided.id, 'corroborated', 'evidence_alone');
    const own = await admins.addStatement(stated.id, { published_at: new Date() });
    await admins.addStatement(withdrawn.id, { rejected_at: new Date() });
    const remove = (...of: { id: number }[]) =>
      admins.admin().call(deleteReports, { body: { ids: of.map(({ id }) => id) } });
    const { deleted } = await remove(junk, decided, stated, withdrawn);
    expect(deleted).toEqual([junk.id, withdrawn.id]);
    expect((await admins.caseOf(stated.username)).statements).toMatchObject([{ id: own }]);
    expect((await remove(decided, stated)).deleted).toEqual([]);
    expect((await remove(stated)).deleted).toEqual([stated.id]);
  });

  it('by two admins in opposite orders deletes each once', async () => {
    const ids = (await Promise.all(Array.from({ length: 30 }, () => admins.newReport()))).map(({ id }) => id);
    const answers = await Promise.all(
      [ids, ids.toReversed(), ids].map((some) => admins.admin().call(deleteReports, { body: { ids: some } })),
    );
    const all = answers.flatMap((answer) => answer.deleted);
    expect(all.toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
  });

  it('is undone except for conflicts, each with its reason, which are restored later', async () => {
    const [free, listedAgain, idTaken] = [
      await admins.newReport(),
      await admins.newReport(),
      await admins.newReport(),
    ];
    const ids = [free.id, listedAgain.id];
    const { operationId } = await admins.admin().call(deleteReports, { body: { ids } });
    const newer = await admins.newReport(listedAgain.username);
    // A deleted report keeps its id, so no other report can have it; that does not hold for deletions in another
    // database.
    await expect(db('scammer_reports').where({ id: idTaken.id }).update({ id: free.id })).rejects.toThrow(
      'scammer_reports_pkey',
    );
    await db('audit_log').insert({
      operation_id: operationId,
      who: 'claus',
      action: 'delete',
      subject: 'scammer_report',
      subject_id: idTaken.id,
      username: idTaken.username,
    });
    const answer = await admins.restore(operationId);
    expect(answer.restored).toEqual([free.id]);
    expect(answer.notRestored).toEqual([
      {
        subjectId: listedAgain.id,
        username: listedAgain.username,
        message: `@${listedAgain.username} is on the Naughty List again, with a newer report.`,
      },
      {
        subjectId: idTaken.id,
        username: idTaken.username,
        message: `The number ${idTaken.id} is in use by another report.`,
      },
    ]);
    await admins.deleted(newer.id);
    expect(await admins.restore(operationId)).toMatchObject({
      restored: [listedAgain.id],
      notRestored: [{ subjectId: idTaken.id }],
    });
  });

  it('takes up to a thousand', async () => {
    const { rows } = await db.raw<{ rows: { id: number }[] }>(
      `insert into scammer_reports (twitter_url, username, scam_category, description, unique_burn_address)
       select 'https://x.com/m/status/1', 'many' || n, 'nft', 'One of a thousand.', 'MANY' || n
       from generate_series(1, 1000) n returning id`,
    );
    const before = await admins.totals();
    const ids = rows.map(({ id }) => id);
    const { operationId, deleted: gone } = await admins.admin().call(deleteReports, { body: { ids } });
    expect(gone).toHaveLength(1_000);
    expect((await admins.restore(operationId)).restored).toHaveLength(1_000);
    expect(await admins.totals()).toEqual(before);
  });

  it.each([
    [{}],
    [{ ids: [] }],
    [{ ids: 'all' }],
    [{ ids: Array.from({ length: 1_001 }, (_, index) => index + 1) }],
    [{ ids: [0] }],
    [{ ids: [1.5] }],
    [{ ids: ['1'] }],
  ])('%j is refused', async (body) => {
    for (const kind of ['reports', 'nice-reports']) {
      const path = `/api/admin/${kind}/bulk-delete`;
      expect(await admins.send('POST', path, body)).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', message: 'Select 1 to 1,000 reports.' },
      });
    }
  });
});

let hours = 0;
/** Creates `count` reports within an hour of their own, every nth of them removed for a burn, or held. */
async function anHourOf(count: number, every: { removed?: number; held?: number } = {}) {
  const from = new Date(Date.UTC(2025, 11, 1, ++hours)).toISOString();
  const to = new Date(Date.UTC(2025, 11, 1, hours + 1)).toISOString();
  await db.raw(
    `insert into scammer_reports
       (twitter_url, username, scam_category, description, unique_burn_address, reported_at, is_removed, held_at)
     select 'https://x.com/m/status/1', 'h' || :hours::int || '_' || n, 'nft', 'One of a flood.', 'H' || :hours::int || '_' || n,
       :from::timestamptz + n * interval '1 second', n % :removed::int = 0 or n % :held::int = 0,
       case when n % :held::int = 0 then now() end
     from generate_series(1, :count::int) n`,
    { hours, from, count, removed: every.removed ?? 2_000_000, held: every.held ?? 2_000_000 },
  );
  return { from, to };
}
const call = (body: Parameters<typeof bodyOf>[0]) =>
  admins.admin().call(deleteMatchingReports, { body: bodyOf(body) });
const bodyOf = (body: {
  from: string;
  to: string;
  state?: 'listed' | 'held' | 'all';
  sameSourceAs?: number;
  dryRun?: boolean;
}) => body;
const always = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };

it('deletes the reports of a period as one operation, which is undone as a whole', async () => {
  const period = await anHourOf(20);
  await anHourOf(5);
  const before = await admins.totals();
  const { matching, operationId, deleted } = await call(period);
  expect([matching, deleted.length]).toEqual([20, 20]);
  expect(await call({ ...period, dryRun: true })).toMatchObject({ matching: 0 });
  expect((await admins.restore(String(operationId))).restored).toHaveLength(20);
  expect(await admins.totals()).toEqual(before);
});

it('reports removed for a burn stay; held and listed ones are distinguished', async () => {
  const period = await anHourOf(30, { removed: 3, held: 5 });
  const count = async (state: 'listed' | 'held' | 'all') =>
    (await call({ ...period, state, dryRun: true })).matching;
  const [listed, held, all] = [await count('listed'), await count('held'), await count('all')];
  expect([held, all]).toEqual([6, listed + held]);
  const { deleted } = await call({ ...period, state: 'held' });
  expect(deleted).toHaveLength(held);
  expect([await count('listed'), await count('held')]).toEqual([listed, 0]);
  expect((await call(period)).deleted).toHaveLength(listed);
  const left = await db('scammer_reports')
    .where('reported_at', '>=', period.from)
    .where('reported_at', '<', period.to)
    .whereNull('deleted_at');
  expect(left.length).toBe(30 - all);
  expect(left.every((row) => row.is_removed && row.held_at === null)).toBe(true);
});

it('deletes a thousand at a time, the oldest first', async () => {
  const period = await anHourOf(1_200, { held: 2 });
  const first = await call(period);
  expect([first.matching, first.deleted.length]).toEqual([1_200, 1_000]);
  const second = await call(period);
  expect([second.matching, second.deleted.length]).toEqual([200, 200]);
  expect(Math.max(...first.deleted)).toBeLessThan(Math.min(...second.deleted));
});

it('deletes only reports from the same network as a given one, also after an undo', async () => {
  const reportAs = async (network: string, usernames: string[]) => {
    const ids: number[] = [];
    for (const username of usernames) {
      const address = { [CLIENT_ID_HEADER]: `${username} of ${network}`, [NETWORK_ID_HEADER]: network };
      const { body } = await admins.service.send(
        'POST',
        submitReport.path,
        reportInput({ username }),
        address,
      );
      ids.push(Number(body.id));
    }
    return ids;
  };
  const [flood, other] = [await reportAs('flooder', ['f1', 'f2', 'f3']), await reportAs('other', ['o1'])];
  const [sameSourceAs = 0, second = 0] = flood;
  const count = async (id: number) => (await call({ ...always, sameSourceAs: id, dryRun: true })).matching;
  expect([await count(sameSourceAs), await count(Number(other[0]))]).toEqual([3, 1]);
  expect((await call({ ...always, to: always.from.replace('2020', '2021'), sameSourceAs })).matching).toBe(0);
  const { deleted, operationId } = await call({ ...always, sameSourceAs });
  expect(deleted).toEqual(flood);
  expect(await count(second)).toBe(0);
  await admins.restore(String(operationId));
  expect(await count(second)).toBe(3);
  expect(await admins.rowOf(Number(other[0]))).toMatchObject({ is_removed: false });
  const sources = await db('contributions')
    .where({ kind: 'report' })
    .whereIn('subject_id', [...flood, ...other]);
  expect(new Set(sources.map(({ source }) => source)).size).toBe(2);
  for (const { source } of sources) expect(source).toMatch(/^[\w-]{22}$/);
});

it('of a network leaves cases that others added statements to, or that a moderator decided', async () => {
  const [plain, joined, decided] = await Promise.all(Array.from({ length: 3 }, () => admins.newReport()));
  if (!plain || !joined || !decided) throw new Error('there are three');
  const state = (username: string, from: string, network: string) => {
    const twitterUrl = `https://x.com/${username}/status/${80_000 + plain.id}`;
    const description = `Took everything that I had, and blocked me: ${from}.`;
    return admins.state({ username, twitterUrl, description }, from, network);
  };
  // Its own network's statement keeps nothing; `reporter` is the network, too.
  expect((await state(plain.username, 'second address', 'reporter')).status).toBe(201);
  expect((await state(joined.username, 'victim', 'elsewhere')).status).toBe(201);
  await admins.setStatus(decided.id, 'corroborated', 'evidence_alone', 'elf');
  const sameSourceAs = plain.id;
  const { deleted } = await call({ ...always, sameSourceAs });
  expect(deleted).toContain(plain.id);
  expect(deleted).not.toContain(joined.id);
  expect(deleted).not.toContain(decided.id);
});

it('is refused if the network of the report is unknown', async () => {
  const old = await admins.newReport();
  await db('contributions').where({ kind: 'report', subject_id: old.id }).delete();
  for (const sameSourceAs of [old.id, 2_147_483_647]) {
    const answer = await admins.send('POST', '/api/admin/reports/delete-matching', {
      ...always,
      sameSourceAs,
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', field: 'sameSourceAs', message: adminReportTexts.unknownSource },
    });
  }
});

it('by two admins at once deletes each report once', async () => {
  const period = await anHourOf(50);
  const answers = await Promise.all([call(period), call(period), call(period)]);
  const all = answers.flatMap(({ deleted }) => deleted);
  expect([all.length, new Set(all).size]).toEqual([50, 50]);
});

const at = '2025-12-24T18:00:00Z';
it.each([
  [{}],
  [{ from: at }],
  [{ from: at, to: at }],
  [{ from: 'yesterday', to: at }],
  [{ from: at, to: '2025-12-25T00:00:00Z', state: 'removed' }],
  [{ ...always, sameSourceAs: 0 }],
  [{ ...always, sameSourceAs: '7' }],
  [{ ...always, sameSourceAs: 2_147_483_648 }],
])('%j is refused', async (body) => {
  const answer = await admins.send('POST', '/api/admin/reports/delete-matching', body);
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
});
