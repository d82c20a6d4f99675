import {
  deleteNiceReport,
  listAdminNiceReports,
  markNiceReportsRead,
  publishNiceReports,
} from '@naughty-list/contracts/admin-reports';
import { listAuditLog, restoreDeleted } from '@naughty-list/contracts/audit-log';
import { lookUp } from '@naughty-list/contracts/look-up';
import { listNiceReports, niceReportTexts, searchNiceReports } from '@naughty-list/contracts/nice-reports';
import { listReports, reportListTexts } from '@naughty-list/contracts/reports';
import { CLIENT_ID_HEADER, NETWORK_ID_HEADER } from '@naughty-list/service-kit/http/service-auth';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, it } from 'vitest';
import { niceReportInput, reportInput, startReports } from './running-service.ts';

const PER_MINUTE = 2;
const service = closeAfterAll(await startReports({ HOLD_REPORTS_ABOVE_PER_MINUTE: String(PER_MINUTE) }));

let clients = 0;
const send = (path: 'nice-reports' | 'scammer-reports', network: string, body: object) =>
  service.send('POST', `/api/${path}`, body, {
    [CLIENT_ID_HEADER]: `client ${++clients}`,
    [NETWORK_ID_HEADER]: network,
  });
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
