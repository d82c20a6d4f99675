import { adminReportTexts, deleteMatchingReports } from '@naughty-list/contracts/admin-reports';
import { submitReport } from '@naughty-list/contracts/reports';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, it } from 'vitest';
import { openAdmins } from './admins.ts';
import { reportInput } from './running-service.ts';

const admins = closeAfterAll(await openAdmins());

let hours = 0;
/** Creates `count` reports within an hour of their own, every nth of them removed for a burn, or held. */
async function anHourOf(count: number, every: { removed?: number; held?: number } = {}) {
  const from = new Date(Date.UTC(2025, 11, 1, ++hours)).toISOString();
  const to = new Date(Date.UTC(2025, 11, 1, hours + 1)).toISOString();
  await admins.service.context.db.raw(
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

it('a dry run counts and deletes nothing', async () => {
  const period = await anHourOf(10);
  const before = await admins.totals();
  const { matching, operationId, deleted } = await call({ ...period, dryRun: true });
  expect([matching, operationId, deleted]).toEqual([10, null, []]);
  expect(await admins.totals()).toEqual(before);
});

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
  const left = await admins.service.context
    .db('scammer_reports')
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
  const reportAs = async (client: string, usernames: string[]) => {
    const ids: number[] = [];
    for (const username of usernames) {
      const body = reportInput({ username });
      ids.push((await admins.service.as(client).call(submitReport, { body })).id);
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
  const sources = await admins.service.context
    .db('contributions')
    .where({ kind: 'report' })
    .whereIn('subject_id', [...flood, ...other]);
  expect(new Set(sources.map(({ source }) => source)).size).toBe(2);
  for (const { source } of sources) expect(source).toMatch(/^[\w-]{22}$/);
});

it('is refused if the network of the report is unknown', async () => {
  const old = await admins.newReport();
  await admins.service.context.db('contributions').where({ kind: 'report', subject_id: old.id }).delete();
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
