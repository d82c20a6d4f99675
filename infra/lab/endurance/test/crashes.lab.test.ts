import type { SeparateStack } from '@naughty-list/embedded/stack';
import type { Supervised } from '@naughty-list/embedded/supervised';
import { lastingStack, noLimits } from '@naughty-list/embedded/test/lasting-stack';
import { query } from '@naughty-list/embedded/test/query';
import {
  burn,
  claim,
  effectsOf,
  listedIds,
  ONCE,
  post,
  type Submitted,
  stageOf,
  submitReport,
} from '@naughty-list/embedded/test/removal-flow';
import { createControlClient } from '@naughty-list/local-chain/test/control-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const HELD_MS = 3_600_000;
const POLLING = { timeout: 240_000, interval: 100 };

const victims = [
  'gateway',
  'reports',
  'chain-verifier',
  'membership',
  'analytics',
  'local-chain',
  'PostgreSQL',
] as const;
type Victim = (typeof victims)[number];

/** Stages at which the chain can hold a transaction, and the delay that does so. */
const heldStages = [
  { stage: 'received', delays: { findMs: HELD_MS } },
  { stage: 'found', delays: { confirmMs: HELD_MS, finalizeMs: HELD_MS } },
  { stage: 'confirmed', delays: { finalizeMs: HELD_MS } },
] as const;

const released = { findMs: 0, confirmMs: 0, finalizeMs: 0 };

let stack: SeparateStack;
const { start, end } = lastingStack();

beforeAll(async () => {
  stack = await start({
    separate: true,
    env: {
      VERIFY_WAIT_MS: '0',
      // One transaction can be claimed for many reports only without a required reference.
      UNBOUND_PAYMENTS: 'accept',
      // Each test makes its claim at the stage it is about.
      WATCH_FROM: 'never',
      ...noLimits,
    },
    chain: { env: { CHAIN_CONTROL: 'true' } },
  });
});

afterAll(end);

function part(victim: Victim): Supervised {
  if (victim === 'local-chain') return stack.chain;
  if (victim === 'PostgreSQL') return stack.postgres;
  return stack.services[victim];
}

async function killAndReturn(victim: Victim): Promise<void> {
  await part(victim).kill('SIGKILL');
  await part(victim).ready();
}

async function expectRemovedOnce(report: Submitted, signature: string, id: string): Promise<void> {
  await expect.poll(() => stageOf(stack, id).catch(String), POLLING).toBe('done');
  expect(await listedIds(stack)).not.toContain(report.id);
  expect(await effectsOf(stack, signature)).toEqual(ONCE);
}

async function openClaim(): Promise<{ report: Submitted; signature: string }> {
  const report = await submitReport(stack);
  return { report, signature: await burn(stack, report.uniqueBurnAddress) };
}

describe('a process killed while the chain holds the transaction', () => {
  describe.each(victims)('%s', (victim) => {
    it('costs no claim in any stage, and doubles none', async () => {
      const control = createControlClient(stack.rpcUrl);
      const held = await Promise.all(
        heldStages.map(async ({ stage, delays }) => {
          const { report, signature } = await openClaim();
          await control.setDelays({ signature, ...delays });
          const id = await claim(stack, report, signature);
          await expect.poll(() => stageOf(stack, id), POLLING).toBe(stage);
          return { report, signature, id };
        }),
      );
      await killAndReturn(victim);
      for (const { signature } of held) await control.setDelays({ signature, ...released });
      for (const { report, signature, id } of held) await expectRemovedOnce(report, signature, id);
    });
  });
});

describe('a process killed before the verifier has taken up the job', () => {
  it.each(['gateway', 'reports', 'chain-verifier', 'PostgreSQL'] as const)('%s', async (victim) => {
    const { report, signature } = await openClaim();
    const verifier = part('chain-verifier');
    await verifier.kill('SIGSTOP');
    const id = await claim(stack, report, signature);
    await killAndReturn(victim);
    if (victim !== 'chain-verifier') await verifier.kill('SIGCONT');
    await expectRemovedOnce(report, signature, id);
  });
});

describe('a process killed between verdict and effect', () => {
  it.each(['gateway', 'reports', 'chain-verifier', 'PostgreSQL'] as const)('%s', async (victim) => {
    const control = createControlClient(stack.rpcUrl);
    const { report, signature } = await openClaim();
    await control.setDelays({ signature, finalizeMs: HELD_MS });
    const id = await claim(stack, report, signature);
    await expect.poll(() => stageOf(stack, id), POLLING).toBe('confirmed');
    await part('reports').kill('SIGSTOP');
    await control.setDelays({ signature, ...released });
    const accepted = `select count(*)::int as n from chain.verifications where id = '${id}' and outcome = 'accepted'`;
    await expect.poll(() => query(stack.databaseUrl, accepted), POLLING).toEqual([{ n: 1 }]);
    expect(await effectsOf(stack, signature)).toEqual({ reports: 0, claims: 0, verdicts: 1 });
    await killAndReturn(victim);
    if (victim !== 'reports') await part('reports').kill('SIGCONT');
    await expectRemovedOnce(report, signature, id);
  });
});

it('everything killed at once between claim and verdict', async () => {
  const control = createControlClient(stack.rpcUrl);
  const { report, signature } = await openClaim();
  await control.setDelays({ signature, finalizeMs: HELD_MS });
  const id = await claim(stack, report, signature);
  await expect.poll(() => stageOf(stack, id), POLLING).toBe('confirmed');
  await Promise.all(victims.map((victim) => part(victim).kill('SIGKILL')));
  await Promise.all(victims.map((victim) => part(victim).ready()));
  await control.setDelays({ signature, ...released });
  await expectRemovedOnce(report, signature, id);
});

it('100 simultaneous removals with one transaction over 20 reports: exactly one report goes', {
  retry: 0,
}, async () => {
  const reports = await Promise.all(Array.from({ length: 20 }, () => submitReport(stack)));
  const txHash = await burn(stack);
  const attempts = Array.from({ length: 100 }, (_, at) => reports[at % 20] as Submitted);
  const opened = await Promise.all(
    attempts.map(({ id }) => post(stack, `/api/scammer-reports/${id}/remove-by-burn`, { txHash })),
  );
  expect(opened.filter(({ status }) => ![200, 202, 409].includes(status))).toEqual([]);
  const pending = `select count(*)::int as n from reports.removal_claims where status = 'pending' and signature = '${txHash}'`;
  await expect.poll(() => query(stack.databaseUrl, pending), POLLING).toEqual([{ n: 0 }]);
  const listed = await listedIds(stack);
  expect(reports.filter(({ id }) => !listed.includes(id))).toHaveLength(1);
  expect(await effectsOf(stack, txHash)).toEqual(ONCE);
});
