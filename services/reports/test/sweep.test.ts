import { applyBurnVerdictJob } from '@naughty-list/contracts/payment-jobs';
import { removeByBurn } from '@naughty-list/contracts/removal';
import { SWEEP_BATCH, sweepClaims } from '@naughty-list/payment-flow/sweep';
import { accepted, openFakeVerifier, signatureOf } from '@naughty-list/payment-flow/test/verifier';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { beforeEach, expect, it } from 'vitest';
import type { Context } from '../src/context.ts';
import { reports } from '../src/service.ts';
import { openReports, SECRET, startReports } from './running-service.ts';

const settings = { VERIFY_WAIT_MS: '0' };
let names = 0;

const service = closeAfterAll(await startReports(settings));
const { db } = service.context;
const { QUEUE_URL: url } = service.context.config;
const verifier = closeAfterAll(await openFakeVerifier({ url, secret: SECRET, job: applyBurnVerdictJob }));
beforeEach(async () => {
  await db('removal_claims').delete();
  verifier.asked.length = 0;
});

async function claim(): Promise<{ id: string; reportId: number }> {
  const number = ++names;
  const username = `sweep${number}`;
  const { id: reportId } = await service.report({ username });
  const { verificationId } = await service
    .as(`payer ${number}`)
    .call(removeByBurn, { params: { id: reportId }, body: { txHash: signatureOf(number) } });
  return { id: String(verificationId), reportId };
}
const sweep = (context: Context = service.context) => sweepClaims(context, context.paymentKind, 3_600_000);
const makeDue = () => db('removal_claims').update({ due_at: db.raw("now() - interval '1 second'") });
const rowOf = (id: string) => db('removal_claims').where({ id }).first();
const until = async (what: () => boolean | Promise<boolean>) => {
  while (!(await what())) await new Promise((resolve) => setTimeout(resolve, 20));
};
const askedFor = (id: string) => verifier.asked.filter((asked) => asked.id === id);

it('leaves claims that are not due', async () => {
  await claim();
  expect(await sweep()).toBe(0);
});

it('sends a claim that is due again, in a new round with the same demand, and then not for a while', async () => {
  const { id } = await claim();
  await verifier.over(id);
  await makeDue();
  expect(await sweep()).toBe(1);
  await until(() => askedFor(id).length === 2);
  const [first, second] = askedFor(id);
  expect(second).toEqual({ ...first, round: 1 });
  expect(await sweep()).toBe(0);
  expect(await rowOf(id)).toMatchObject({ round: 1, status: 'pending' });
});

it('sends a claim again that is due later than any can be: the clock of the database was set back', async () => {
  const { id } = await claim();
  await db('removal_claims').update({ due_at: db.raw("now() + interval '2 hours'") });
  expect(await sweep()).toBe(1);
  expect(await sweep()).toBe(0);
  expect(await rowOf(id)).toMatchObject({ round: 1, status: 'pending' });
});

it('waits longer from round to round', async () => {
  const { id } = await claim();
  const seconds = async (text: string, values: readonly string[] = []): Promise<number> =>
    Number((await db.raw(`select extract(epoch from ${text}) as s`, values)).rows[0].s);
  for (const delay of [10, 20, 30, 30, 30, 30]) {
    await makeDue();
    const before = await seconds('now()');
    await sweepClaims(service.context, service.context.paymentKind, 5_000);
    const after = await seconds('now()');
    const due = await seconds('(select due_at from removal_claims where id = ?)', [id]);
    // The sweep ran at some time in between.
    expect(due - before).toBeGreaterThanOrEqual(delay);
    expect(due - after).toBeLessThanOrEqual(delay);
  }
});

it('sends a claim that stays undecided ever more rarely', async () => {
  const { id } = await claim();
  const delayAfter = async (age: string) => {
    await makeDue();
    await db.raw('update removal_claims set created_at = now() - ?::interval where id = ?', [age, id]);
    await sweepClaims(service.context, service.context.paymentKind, 5_000);
    const { rows } = await db.raw(
      'select round(extract(epoch from due_at - now()) / 60)::int as minutes from removal_claims where id = ?',
      [id],
    );
    return rows[0].minutes;
  };
  expect(await delayAfter('1 hour')).toBe(15);
  expect(await delayAfter('1 year')).toBe(6 * 60);
});

it('is done once when several sweep at the same time', async () => {
  await Promise.all(Array.from({ length: 20 }, claim));
  await makeDue();
  const others = await Promise.all(
    [1, 2, 3].map(() => openReports(service.context.config.DATABASE_URL, settings)),
  );
  const sent = await Promise.all([service.context, ...others].map((context) => sweep(context)));
  expect(sent.reduce((sum, each) => sum + each, 0)).toBe(20);
  await Promise.all(others.map((context) => context.close()));
});

it('takes a limited number at a time, the longest due first', async () => {
  const { reportId } = await claim();
  await db.raw(
    `insert into removal_claims (id, report_id, signature, due_at)
     select 'removal_' || gen_random_uuid(), ?, 'not asked for ' || n, now() + interval '1 hour'
     from generate_series(1, ?) n`,
    [reportId, SWEEP_BATCH],
  );
  await makeDue();
  await sweep();
  expect(await db('removal_claims').where({ round: 1 })).toHaveLength(SWEEP_BATCH);
});

it('leaves decided claims', async () => {
  const { id } = await claim();
  await db('removal_claims').where({ id }).update({ status: 'refused' });
  await makeDue();
  expect(await sweep()).toBe(0);
});

it('ends a claim whose report was deleted from the database, and keeps it', async () => {
  const { id, reportId } = await claim();
  await db('scammer_reports').where({ id: reportId }).delete();
  await makeDue();
  await sweep();
  expect(await rowOf(id)).toMatchObject({
    report_id: reportId,
    status: 'refused',
    code: 'report_already_removed',
    message: 'This report has already been removed.',
  });
});

it('sends claims that were made while the queue was unavailable', async () => {
  const unavailableQueue = {
    add: () => Promise.reject(new Error('The queue is away')),
  };
  const { id, reportId } = await claim();
  await verifier.over(id);
  await makeDue();
  expect(
    await sweepClaims({ ...service.context, queues: unavailableQueue }, service.context.paymentKind, 5_000),
  ).toBe(0);
  expect(await rowOf(id)).toMatchObject({ status: 'pending', round: 1 });
  await makeDue();
  expect(await sweep()).toBe(1);
  await until(() => askedFor(id).some(({ round }) => round === 2));
  expect(askedFor(id).at(-1)?.demand.subject).toBe(`report:${reportId}`);
});

it('runs by itself where jobs run, until the claim is decided, also when the first verdict was lost', async () => {
  const { id, reportId } = await claim();
  await makeDue();
  const worker = await openReports(service.context.config.DATABASE_URL, settings, {
    claimSweepAfterMs: 200,
  });
  await reports.startJobs(worker);
  await until(() => askedFor(id).length >= 3);
  await verifier.sendVerdict(accepted({ id, round: 0 }));
  await until(async () => (await rowOf(id)).status === 'removed');
  expect((await db('scammer_reports').where({ id: reportId }).first()).is_removed).toBe(true);
  await worker.close();
});
