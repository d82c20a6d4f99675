import {
  deleteNiceReport,
  deleteReports,
  listAdminNiceReports,
  listAdminReports,
  markNiceReportsRead,
  publishNiceReports,
  publishReports,
} from '@naughty-list/contracts/admin-reports';
import { listAuditLog, restoreDeleted } from '@naughty-list/contracts/audit-log';
import { decisionTexts } from '@naughty-list/contracts/decision-texts';
import { lookUp } from '@naughty-list/contracts/look-up';
import { listNiceReports, niceReportTexts, searchNiceReports } from '@naughty-list/contracts/nice-reports';
import { exportPersonalData } from '@naughty-list/contracts/personal-data';
import { listReports, reportListTexts, searchReports } from '@naughty-list/contracts/reports';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { beforeEach, describe, expect, it } from 'vitest';
import { openAdmins } from './admins.ts';
import { removeReport } from './past-operations.ts';
import { niceReportInput, reportInput, sender, startReports, untilAnswered } from './running-service.ts';

const PER_MINUTE = 3;
/** What a network may have held a day. */
const HELD_PER_DAY = 10 * PER_MINUTE;

const settings = { HOLD_REPORTS_ABOVE_PER_MINUTE: String(PER_MINUTE) };
const constants = { reportsPerUsernamePerDay: 20 };
const admins = closeAfterAll(await openAdmins(settings, constants));
const { db, visitor } = admins;
const { DATABASE_URL } = admins.service.context.config;
/** A second instance of the service on the same database. */
const copy = closeAfterAll(await startReports(settings, DATABASE_URL, constants));
beforeEach(() => useUp());

const pass = (time: string) => db().raw('update contributions set at = at - ?::interval', [time]);
const aDayLater = () => pass('1 day');

/** Uses up the minute of the networks that these tests send from. */
async function useUp(): Promise<void> {
  await aDayLater();
  for (const clientId of ['reporter', 'visitor']) {
    const { networkKey } = await admins.service.context.reporters({
      clientId,
      networkId: clientId,
      allocationId: clientId,
    });
    await db()('contributions').where({ kind: 'praise', network_key: networkKey }).delete();
    await db()('contributions').insert(
      Array.from({ length: PER_MINUTE }, () => ({
        kind: 'praise',
        subject_id: ++used,
        reporter_key: 'another one',
        network_key: networkKey,
        at: db().raw("now() + interval '50 seconds'"),
      })),
    );
  }
}

let used = 0;
/** A report from a network. */
const from = (network: string, copyOf = admins.service) =>
  copyOf.send(
    'POST',
    '/api/scammer-reports',
    reportInput({ username: newName() }),
    sender(`${network}.${++used}`, network),
  );
const publish = (...ids: number[]) => admins.admin().call(publishReports, { body: { ids } });

const list = async (query: {
  state?: 'listed' | 'removed' | 'held' | 'all';
  category?: 'other';
  q?: string;
}) => {
  const { headers, body } = await admins.admin().callFull(listAdminReports, { query });
  return { total: Number(headers.get('x-total-count')), ids: body.map(({ id }) => id), rows: body };
};

let names = 0;
const cleared = { status: 'cleared', cleared_at: new Date(), is_removed: true };
const newName = () => `held${++names}`;
const held = (username = newName()) => admins.newReport(username);

describe('reports above the share of a network', () => {
  it('are held and say so; a minute later they are listed again, until the day’s share is used up', async () => {
    await aDayLater();
    for (let free = 0; free < PER_MINUTE; free++) {
      const listed = await admins.newReport();
      expect([listed.held, listed.message]).toEqual([undefined, undefined]);
    }
    expect(await admins.newReport()).toMatchObject({
      held: true,
      isRemoved: false,
      message: reportListTexts.held,
    });
    let listed = PER_MINUTE;
    for (let minute = 0; minute < 10; minute++) {
      await pass('61 seconds');
      for (let one = 0; one < PER_MINUTE; one++) listed += (await admins.newReport()).held ? 0 : 1;
    }
    // Half of the network's share: the rest is for its other reporters.
    expect(listed).toBe(5 * PER_MINUTE);
    await aDayLater();
    expect((await admins.newReport()).held).toBeUndefined();
  });

  it('are held and refused by several copies together, exactly', async () => {
    const made = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        untilAnswered(() => from('a network', index % 2 === 0 ? admins.service : copy)),
      ),
    );
    const taken = made.filter(({ status }) => status === 201);
    expect(taken.filter(({ body }) => !body.held)).toHaveLength(PER_MINUTE);
    expect(taken.filter(({ body }) => body.held)).toHaveLength(HELD_PER_DAY);
    const refused = made.filter(({ status }) => status !== 201);
    expect(refused.map(({ status, body }) => [status, body.message])).toEqual(
      refused.map(() => [429, reportListTexts.tooManyHeld]),
    );
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(86_000);
  });

  it('leave the share of other networks: honest reports are listed beside a flood', async () => {
    const flood = Array.from({ length: 60 }, () => untilAnswered(() => from('a flood')));
    const honest = await Promise.all(Array.from({ length: 15 }, (_, index) => from(`honest ${index}`)));
    expect(honest.map(({ status, body }) => [status, body.held])).toEqual(honest.map(() => [201, undefined]));
    const listed = (await Promise.all(flood)).filter(({ status, body }) => status === 201 && !body.held);
    expect(listed).toHaveLength(PER_MINUTE);
  });

  it('a repeat of a listed username is counted as ever', async () => {
    await aDayLater();
    const { username } = await admins.newReport();
    await useUp();
    const repeated = await admins.service.send('POST', '/api/scammer-reports', reportInput({ username }));
    expect(repeated).toMatchObject({ status: 409, body: { existingUsername: username } });
  });
});

describe('a held report', () => {
  it('is shown nowhere, and changes no page of the list', async () => {
    const username = newName();
    const before = await visitor().callFull(listReports, { query: {} });
    await admins.service.praise({ username }, 'visitor');
    const report = await held(username);
    const after = await visitor().callFull(listReports, { query: {} });
    expect(after.headers.get('x-total-count')).toBe(before.headers.get('x-total-count'));
    expect(after.body).toEqual(before.body);
    expect(after.body.some(({ id }) => id === report.id)).toBe(false);
    expect(await visitor().call(searchReports, { query: { q: username } })).toEqual([]);
    const niceReports = await visitor().call(listNiceReports, { query: {} });
    expect(
      niceReports.find((niceReport) => niceReport.username === username)?.alsoOnNaughtyList,
    ).toBeUndefined();
    const path = `/api/scammer-reports/${report.id}`;
    const wallet = '11111111111111111111111111111111';
    const txHash = '1'.repeat(64);
    for (const [call, body] of [
      [`${path}/burn-request`, { account: wallet }],
      [`${path}/payment-proof`, { txHash, wallet }],
      ['/api/verify-burn', { txHash, reportId: report.id }],
    ] as const)
      expect(await admins.service.send('POST', call, body)).toMatchObject({ status: 404 });
  });

  it('is seen by admins, apart from removed ones', async () => {
    const count = async () =>
      Promise.all(
        (['listed', 'removed', 'held', 'all'] as const).map(async (state) => (await list({ state })).total),
      );
    const [listed = 0, removed = 0, waiting = 0, all = 0] = await count();
    const { id, username } = await held();
    expect(await count()).toEqual([listed, removed, waiting + 1, all + 1]);
    const found = await list({ state: 'held', category: 'other', q: username });
    expect(found).toMatchObject({ total: 1, rows: [{ id, held: true, isRemoved: false }] });
    expect(await list({ state: 'removed', q: username })).toMatchObject({ total: 0, ids: [] });
    expect((await list({ state: 'held' })).ids).toContain(id);
    expect((await list({ state: 'removed' })).ids).not.toContain(id);
  });

  it('blocks no other report of its username', async () => {
    const username = newName();
    for (let one = 0; one < 21; one++) await held(username);
    await aDayLater();
    expect((await held(username)).held).toBeUndefined();
  });

  it('that is deleted is restored as held', async () => {
    const { id } = await held();
    const { operationId, deleted } = await admins.admin().call(deleteReports, { body: { ids: [id] } });
    expect(deleted).toEqual([id]);
    expect(await admins.restore(operationId)).toEqual({ restored: [id], notRestored: [] });
    expect((await list({ state: 'held' })).ids).toContain(id);
    expect((await publish(id)).published).toEqual([id]);
  });

  it('that is erased is held no longer', async () => {
    const { id, username } = await held();
    const exported = await admins.admin().call(exportPersonalData, { query: { username } });
    expect(exported.reports).toMatchObject([{ id, held: true }]);
    await admins.erase({ username });
    expect((await list({ state: 'held' })).ids).not.toContain(id);
    expect(await publish(id)).toMatchObject({ published: [], notPublished: [{ id }] });
    expect(await admins.rowOf(id)).toMatchObject({ is_removed: true, held_at: null });
  });

  it('that is erased after its deletion is not restored', async () => {
    const { id, username } = await held();
    const operation = await admins.deleted(id);
    await admins.erase({ username });
    await admins.restore(operation);
    expect((await publish(id)).published).toEqual([]);
  });
});

describe('publishing', () => {
  it('lists the reports as one operation, logged with before and after', async () => {
    const reports = [await held(), await held()];
    const ids = reports.map(({ id }) => id);
    const before = (await list({ state: 'listed' })).total;
    const { operationId, ...answer } = await publish(...ids, ...ids, 2_147_483_647, 9_007_199_254_740_991);
    expect({ ...answer, published: answer.published.toSorted() }).toEqual({
      published: ids,
      notPublished: [],
    });
    expect((await list({ state: 'listed' })).total).toBe(before + 2);
    const shown = await visitor().call(listReports, { query: {} });
    expect(ids.every((id) => shown.some((report) => report.id === id && !report.isRemoved))).toBe(true);
    const entries = (await admins.lastEntries(2)).filter((entry) => entry.operationId === operationId);
    expect(entries.map(({ subjectId }) => subjectId).toSorted()).toEqual(ids);
    expect(entries[0]).toMatchObject({
      action: 'publish',
      who: 'claus',
      before: { held: true },
      isRestorable: true,
    });
    expect(entries[0]?.after).not.toHaveProperty('held');
    const [id = 0] = ids;
    expect((await publish(id)).notPublished).toMatchObject([
      { id, message: 'This report is not waiting for a decision.' },
    ]);
  });

  it('lists the oldest of one username, and gives the reason for the others', async () => {
    const name = newName();
    const [first, second] = [await held(name), await held(name.toUpperCase())];
    expect(await publish(second.id, first.id)).toMatchObject({
      published: [first.id],
      notPublished: [
        { id: second.id, username: second.username, message: reportListTexts.alreadyListed(second.username) },
      ],
    });
  });

  it('leaves a report whose username was listed meanwhile, until that one is gone', async () => {
    const waiting = await held();
    await aDayLater();
    const listed = await held(waiting.username);
    expect(await publish(waiting.id)).toMatchObject({ published: [], notPublished: [{ id: waiting.id }] });
    await admins.deleted(listed.id);
    expect((await publish(waiting.id)).published).toEqual([waiting.id]);
  });

  it.each([
    ['removed by a burn', 'post_already_removed', reportListTexts.postRemoved],
    ['cleared', 'post_already_reviewed', decisionTexts.postReviewed],
  ])('leaves one whose post was %s meanwhile, and a deleted one too', async (way, code, message) => {
    const username = newName();
    const number = 770_000 + names;
    const report = async (from: string, post: string) =>
      (await admins.service.report({ username, twitterUrl: `https://${from}/${username}/status/${post}` }))
        .id;
    const [waiting, rejected] = [await report('x.com', `0${number}`), await report('x.com', `0${number}`)];
    const operation = await admins.deleted(rejected);
    await aDayLater();
    const id = await report('twitter.com', `${number}`);
    if (way === 'cleared') await admins.changeRow(id, cleared);
    else await removeReport(db(), id, `burn of ${id}`);
    expect(await publish(waiting)).toMatchObject({ published: [], notPublished: [{ id: waiting, message }] });
    await expect(admins.decideReport(waiting, 'publish')).rejects.toMatchObject({ code, message });
    await admins.changeRow(rejected, { was_removed: false, held_at: null });
    expect(await admins.restore(operation)).toMatchObject({ restored: [], notRestored: [{ message }] });
    expect(await db()('scammer_reports').where({ username, is_removed: false })).toEqual([]);
  });

  it('by two admins, beside new reports of the same usernames, lists each username once', async () => {
    const rivals = Array.from({ length: 12 }, newName);
    const sets = await Promise.all(
      [1, 2].map(() => Promise.all(rivals.map(async (username) => (await held(username)).id))),
    );
    const never = await startReports(
      { HOLD_REPORTS_ABOVE_PER_MINUTE: '0' },
      admins.service.context.config.DATABASE_URL,
    );
    const [first = [], second = []] = sets;
    const answers = Promise.all([
      publish(...first),
      publish(...second.toReversed()),
      publish(...first.toReversed()),
    ]);
    const direct = Promise.all(
      rivals.map(
        async (username) =>
          (await never.send('POST', '/api/scammer-reports', reportInput({ username }))).status === 201,
      ),
    );
    const published = (await answers).flatMap((answer) => answer.published);
    const listedDirectly = (await direct).filter(Boolean).length;
    expect(new Set(published).size).toBe(published.length);
    expect(published.length + listedDirectly).toBe(rivals.length);
    for (const username of rivals)
      expect(await db()('scammer_reports').where({ username, is_removed: false })).toHaveLength(1);
    await never.stop();
  });

  it.each([[{}], [{ ids: [] }], [{ ids: [0] }]])('of %j is refused', async (body) => {
    expect(await admins.send('POST', '/api/admin/reports/publish', body)).toMatchObject({ status: 400 });
  });
});

describe('praise above the share of a network', async () => {
  const PER_MINUTE = 2;
  const service = closeAfterAll(await startReports({ HOLD_REPORTS_ABOVE_PER_MINUTE: String(PER_MINUTE) }));

  let clients = 0;
  const send = (path: 'nice-reports' | 'scammer-reports', network: string, body: object) =>
    service.send('POST', `/api/${path}`, body, sender(`client ${++clients}`, network));
  const praise = (network: string, changes: { username?: string; twitterUrl?: string } = {}) =>
    send('nice-reports', network, niceReportInput({ username: `hero${clients}`, ...changes }));
  const visitor = () => service.as('visitor');
  const publish = (...ids: number[]) => service.asAdmin('claus').call(publishNiceReports, { body: { ids } });

  it('praise of one network is held above its share, then refused; other networks’ praise is listed', async () => {
    const flood = await Promise.all(Array.from({ length: 30 }, () => praise('a /24')));
    const taken = flood.filter(({ status }) => status === 201);
    expect(taken.filter(({ body }) => !body.held)).toHaveLength(PER_MINUTE);
    expect(taken.filter(({ body }) => body.message === niceReportTexts.held)).toHaveLength(10 * PER_MINUTE);
    const refused = flood.filter(({ status }) => status !== 201);
    expect(refused.map(({ status, body }) => [status, body.message])).toEqual(
      refused.map(() => [429, reportListTexts.tooManyHeld]),
    );
    for (let honest = 0; honest < 5; honest++)
      expect((await praise(`honest ${honest}`)).body.held).toBeUndefined();
  });

  it('reports and praise of a network share its rate', async () => {
    await praise('a shared one');
    await send('scammer-reports', 'a shared one', reportInput({ username: 'shared_one' }));
    expect((await praise('a shared one')).body.held).toBe(true);
    const report = reportInput({ username: 'shared_two' });
    expect((await send('scammer-reports', 'a shared one', report)).body.held).toBe(true);
  });

  it('held praise is shown to admins only, does not reserve its post, and is listed once published', async () => {
    for (let used = 0; used < PER_MINUTE; used++) await praise('a busy one');
    const username = 'waiting_hero';
    await send('scammer-reports', 'elsewhere', reportInput({ username }));
    const pages = async () => {
      const nice = await visitor().callFull(listNiceReports, { query: {} });
      const naughty = await visitor().callFull(listReports, { query: {} });
      return [nice.headers.get('etag'), nice.headers.get('x-total-count'), naughty.headers.get('etag')];
    };
    const before = await pages();
    const held = await praise('a busy one', { username });
    expect(held.body).toMatchObject({ held: true, message: niceReportTexts.held });
    expect(await pages()).toEqual(before);
    expect(await visitor().call(searchNiceReports, { query: { q: username } })).toEqual([]);
    const [report] = await visitor().call(listReports, { query: { limit: 1 } });
    expect([report?.username, report?.alsoOnNiceList]).toEqual([username, undefined]);
    const waiting = await service
      .asAdmin('claus')
      .call(listAdminNiceReports, { query: { state: 'held', q: username } });
    expect(waiting).toMatchObject([{ username, held: true, holdReason: 'rate' }]);

    const { twitterUrl } = niceReportInput({ ...held.body, username });
    const honest = await praise('an honest one', { username, twitterUrl });
    expect([honest.status, honest.body.held]).toEqual([201, undefined]);
    const id = Number(held.body.id);
    expect(await publish(id)).toMatchObject({
      published: [],
      notPublished: [{ id, username, message: niceReportTexts.alreadyListed }],
    });
    await service.asAdmin('claus').call(deleteNiceReport, { params: { id: Number(honest.body.id) } });
    expect(await publish(id)).toMatchObject({ published: [id], notPublished: [] });
    expect(await visitor().call(searchNiceReports, { query: { q: username } })).toMatchObject([{ id }]);
    const [listed] = await visitor().call(listReports, { query: { limit: 1 } });
    expect(listed?.alsoOnNiceList).toBe(true);
  });

  it('praise has its seal once an admin has read it, until that is undone', async () => {
    const username = 'unread_hero';
    const id = Number((await praise('a quiet one', { username })).body.id);
    const claus = service.asAdmin('claus');
    const states = async () => {
      const [listed] = await visitor().call(searchNiceReports, { query: { q: username } });
      const [row] = await claus.call(listAdminNiceReports, { query: { q: username } });
      const [answer] = (await visitor().call(lookUp, { query: { q: username } })).answers;
      return [listed?.isReviewed, row?.isReviewed, answer?.nice?.isReviewed];
    };
    expect(await states()).toEqual([false, false, false]);
    const held = Number((await praise('a busy one', { username: 'held_hero' })).body.id);
    const read = () => claus.call(markNiceReportsRead, { body: { ids: [id, held, 999_999_999_999] } });
    expect(await read()).toMatchObject({ read: [id] });
    expect(await states()).toEqual([true, true, true]);
    expect(await read()).toMatchObject({ read: [] });
    const [entry] = await claus.call(listAuditLog, { query: { action: 'mark_read' } });
    expect(entry).toMatchObject({
      who: 'claus',
      username,
      before: { isReviewed: false },
      after: { isReviewed: true },
    });
    const { operationId = '' } = entry ?? {};
    expect(await claus.call(restoreDeleted, { params: { operationId } })).toEqual({
      restored: [id],
      notRestored: [],
    });
    expect(await states()).toEqual([false, false, false]);
  });
});
