import { getTransparency } from '@naughty-list/contracts/transparency';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { beforeEach, expect, it } from 'vitest';
import { readTransparency } from '../src/publication/transparency.ts';
import { startReports } from './running-service.ts';

const service = closeAfterAll(await startReports());
const db = () => service.context.db;
beforeEach(() => db().raw('truncate scammer_reports, statements, appeals, removal_claims cascade'));

const NOW = new Date('2026-12-24T18:00:00Z');
const read = (now = NOW) => readTransparency(db(), now);
let made = 0;

function addReport(reported_at: string, more: object = {}) {
  const number = ++made;
  return db()('scammer_reports').insert({
    twitter_url: `https://x.com/m${number}/status/${number}`,
    username: `m${number}`,
    description: 'Sold a sleigh that was never built.',
    scam_category: 'other',
    unique_burn_address: `M${number}`,
    reported_at,
    ...more,
  });
}
const addStatement = (made_at: string, state: object) =>
  db()('statements').insert({
    report_id: 1,
    twitter_url: `https://x.com/w/status/${++made}`,
    description: 'Same here.',
    made_at,
    ...state,
  });
const addAppeal = (opened_at: string, more: object = {}) =>
  db()('appeals').insert({
    report_id: 1,
    grounds: 'false',
    due_at: '2026-12-30T00:00:00Z',
    opened_at,
    ...more,
  });
const decided = (decided_at: string, decision: string) => ({ decided_at, decision, decided_by: 'elf' });
const addBurn = (decided_at: string, amount: string) =>
  db()('removal_claims').insert({
    id: `claim${++made}`,
    report_id: made,
    signature: `s${made}`,
    status: 'removed',
    due_at: decided_at,
    decided_at,
    amount,
    decimals: 6,
  });

const quiet = {
  reports: 0,
  statements: 0,
  held: 0,
  appeals: 0,
  appealsDecided: 0,
  appealsGranted: 0,
  medianDecisionHours: null,
  overturnRate: null,
  burns: 0,
  burned: '0',
};

it('has only this month, without figures, while nothing has happened', async () => {
  expect(await read()).toEqual({
    months: [{ month: '2026-12', ...quiet }],
    openAppeals: 0,
    oldestDueAt: null,
  });
  expect(await service.as('visitor').call(getTransparency)).toMatchObject({
    openAppeals: 0,
    // The chain verifier cannot be reached.
    reconciliation: null,
  });
});

it('counts by month in UTC, whatever the time zone of the database', async () => {
  const [first, last, next] = ['2026-10-01T00:00:00Z', '2026-10-31T23:59:59.999Z', '2026-11-01T00:00:00Z'];
  for (const at of [first, last, next]) {
    await addReport(at);
    await addStatement(at, { published_at: at });
    await addAppeal(at, decided(at, 'refused'));
    await addBurn(at, '1');
  }
  await db().raw("set time zone 'Pacific/Kiritimati'");
  const { months } = await read();
  expect(
    months.map(({ month, reports, statements, appeals, appealsDecided, burns }) => [
      month,
      ...[reports, statements, appeals, appealsDecided, burns],
    ]),
  ).toEqual([
    ['2026-12', 0, 0, 0, 0, 0],
    ['2026-11', 1, 1, 1, 1, 1],
    ['2026-10', 2, 2, 2, 2, 2],
  ]);
});

it('counts held reports, published since or not, and removed ones too', async () => {
  const at = '2026-12-02T10:00:00Z';
  await addReport(at, { held_at: at, is_removed: true });
  await addReport(at, { hold_reason: 'private_data' });
  await addReport(at, { is_removed: true, removal_tx_hash: 'hash' });
  await addStatement(at, { held_at: at, hold_reason: 'rate' });
  await addStatement(at, { rejected_at: at, hold_reason: 'rate' });
  await addStatement(at, { published_at: at });
  expect((await read()).months).toEqual([{ month: '2026-12', ...quiet, reports: 3, statements: 3, held: 4 }]);
});

it('has the median and rate of appeals by the month of their decision, and those that are open', async () => {
  await addAppeal('2026-11-30T12:00:00Z', decided('2026-12-01T12:00:00Z', 'granted'));
  expect((await read()).months).toMatchObject([
    { month: '2026-12', appeals: 0, appealsDecided: 1, medianDecisionHours: 24, overturnRate: 1 },
    { month: '2026-11', appeals: 1, appealsDecided: 0, medianDecisionHours: null, overturnRate: null },
  ]);
  await addAppeal('2026-12-03T00:00:00Z', decided('2026-12-03T06:00:00Z', 'partly_granted'));
  await addAppeal('2026-12-04T00:00:00Z', decided('2026-12-09T00:30:00Z', 'refused'));
  await addAppeal('2026-12-04T00:00:00Z', decided('2026-12-05T00:00:00Z', 'withdrawn'));
  await addAppeal('2026-12-20T00:00:00Z', { due_at: '2026-12-27T00:00:00Z' });
  await addAppeal('2026-12-21T00:00:00Z', { due_at: '2026-12-28T00:00:00Z' });
  const { months, openAppeals, oldestDueAt } = await read();
  expect([openAppeals, oldestDueAt]).toEqual([2, '2026-12-27T00:00:00.000Z']);
  expect(months[0]).toMatchObject({
    appeals: 5,
    appealsDecided: 3,
    appealsGranted: 2,
    medianDecisionHours: 24,
    overturnRate: 0.6667,
  });
});

it('adds burns exactly, however large and small', async () => {
  const at = '2026-12-05T00:00:00Z';
  await addBurn(at, '123456789012345678901');
  await addBurn(at, '1');
  expect((await read()).months[0]).toMatchObject({ burns: 2, burned: '123456789012345.678902' });
  await addBurn(at, '1000000000098');
  expect((await read()).months[0]?.burned).toBe('123456790012345.679');
});

it('shows 24 months at most, without gaps', async () => {
  await addReport('2019-05-05T00:00:00Z');
  await addReport('2025-01-31T00:00:00Z');
  const { months } = await read();
  expect([months.length, months[0]?.month, months.at(-1)?.month]).toEqual([24, '2026-12', '2025-01']);
  expect(months.reduce((sum, { reports }) => sum + reports, 0)).toBe(1);
});
