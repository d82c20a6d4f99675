import {
  applyBurnVerdictJob,
  applyMembershipVerdictJob,
  verifyPaymentJob,
} from '@naughty-list/contracts/payment-jobs';
import { recordVisitsJob } from '@naughty-list/contracts/visits';
import type { SeparateStack } from '@naughty-list/embedded/stack';
import { lastingStack } from '@naughty-list/embedded/test/lasting-stack';
import { hitsOf, openPage } from '@naughty-list/embedded/test/page-loads';
import {
  burn,
  claim,
  effectsOf,
  listedIds,
  ONCE,
  submitReport,
} from '@naughty-list/embedded/test/removal-flow';
import { openQueues } from '@naughty-list/service-kit/jobs/queues';
import { createLog } from '@naughty-list/service-kit/telemetry/log';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { metricsOf } from './metrics-of.ts';
import { endConnectionsOfTheProduct, holdSlots, openSession } from './server-session.ts';
import { callEverything, healthOf, POLLING, prepareUsers, settings, untilAllIsWell } from './users.ts';

let stack: SeparateStack;
const { start, end } = lastingStack();

beforeAll(async () => {
  stack = await start({ separate: true, env: { ...settings } });
});
afterAll(end);

it('PostgreSQL that can only be read: everything is shown, what would be written is asked to come again, and goes on', async () => {
  const users = await prepareUsers(stack);
  const hitsBefore = await hitsOf(stack);
  const session = await openSession(stack.databaseUrl);
  await session.query('set default_transaction_read_only = off');
  const readOnly = async (isOn: boolean) => {
    await session.query(
      `alter system ${isOn ? 'set default_transaction_read_only = on' : 'reset default_transaction_read_only'}`,
    );
    await session.query('select pg_reload_conf()');
  };
  onTestFinished(() => readOnly(false));
  await readOnly(true);
  // Each pooled connection notices on its next use.
  await expect.poll(async () => (await callEverything(stack, users)).report, POLLING).toBe(503);
  expect(await callEverything(stack, users)).toMatchObject({
    ...{ page: 200, list: 200, search: 200, counter: 200, token: 200, session: 200, moderation: 200 },
    ...{ report: 503, niceReport: 503, look: 503, claim: 503, reference: 503, login: 503, edit: 503 },
  });
  expect((await metricsOf(stack, 'database_refusals_total')).join()).toMatch(/reason="read_only"} [1-9]/);
  await openPage(stack.url);
  const burned = await burn(stack, users.report.uniqueBurnAddress);
  await readOnly(false);
  await expect.poll(async () => (await callEverything(stack, users)).claim, POLLING).toBeLessThan(300);
  await expect.poll(() => hitsOf(stack), POLLING).toBe(hitsBefore + 1);
  await expect.poll(() => listedIds(stack), POLLING).not.toContain(users.report.id);
  expect([await effectsOf(stack, users.signature), await effectsOf(stack, burned)]).toContainEqual(ONCE);
});

it('a failover that ends every connection: no client gets an internal error, and claims continue', async () => {
  const users = await prepareUsers(stack);
  const session = await openSession(stack.databaseUrl);
  const report = await submitReport(stack);
  const signature = await burn(stack, report.uniqueBurnAddress);
  await claim(stack, report, signature);
  for (let time = 0; time < 3; time += 1) {
    await endConnectionsOfTheProduct(session);
    await callEverything(stack, users);
  }
  await expect.poll(() => effectsOf(stack, signature).catch(String), POLLING).toEqual(ONCE);
  await expect.poll(() => effectsOf(stack, users.signature).catch(String), POLLING).toEqual(ONCE);
  await untilAllIsWell(stack);
});

it('PostgreSQL without a connection left: pages are served, the rest is asked to come again, and goes on', async () => {
  const users = await prepareUsers(stack);
  const session = await openSession(stack.databaseUrl);
  const slots = holdSlots(stack.databaseUrl);
  const answers = async () => {
    // Connections re-established meanwhile are closed again.
    await endConnectionsOfTheProduct(session);
    await slots.takeAll();
    return callEverything(stack, users);
  };
  await expect.poll(answers, POLLING).toMatchObject({ page: 200, session: 503, login: 503, moderation: 503 });
  expect(await healthOf(stack)).toMatchObject({ database: 'failed' });
  await slots.letGo();
  await untilAllIsWell(stack);
  await expect.poll(async () => (await callEverything(stack, users)).claim, POLLING).toBeLessThan(300);
  await expect.poll(() => effectsOf(stack, users.signature).catch(String), POLLING).toEqual(ONCE);
});

it('poisoned jobs in every queue: each is given up and counted, and nothing behind them waits', async () => {
  const queues = openQueues({ url: stack.databaseUrl, log: createLog('poisoner', 'silent') });
  onTestFinished(() => queues.close());
  const jobs = [verifyPaymentJob, applyBurnVerdictJob, applyMembershipVerdictJob, recordVisitsJob];
  for (const { queue, name } of jobs) {
    const opened = await queues.open(queue);
    const often = { attempts: 50 };
    for (let number = 0; number < 20; number += 1) {
      await opened.add('of-an-unknown-release', { number }, often);
      await opened.add(name, { number, of: ['another', 'shape'] }, often);
      await opened.add(name, null, often);
    }
  }
  const hitsBefore = await hitsOf(stack);
  await openPage(stack.url);
  const report = await submitReport(stack);
  const signature = await burn(stack, report.uniqueBurnAddress);
  await claim(stack, report, signature);
  await expect.poll(() => effectsOf(stack, signature).catch(String), POLLING).toEqual(ONCE);
  await expect.poll(() => hitsOf(stack), POLLING).toBe(hitsBefore + 1);
  for (const { queue } of jobs) {
    const opened = await queues.open(queue);
    await expect.poll(() => opened.getJobCountByTypes('failed'), POLLING).toBe(60);
    const [first] = await opened.getFailed(0, 0);
    expect(first?.attemptsMade).toBe(1);
    expect(first?.failedReason).toMatch(/^(Malformed payload|No handler for|Not signed with)/);
  }
  // The alert JobsGivenUp relies on this.
  await expect
    .poll(async () => (await metricsOf(stack, 'queue_jobs{')).join(), POLLING)
    .toMatch(/queue="analytics",state="failed"} 60/);
});
