import { deleteReport } from '@naughty-list/contracts/admin-reports';
import { restoreDeleted } from '@naughty-list/contracts/audit-log';
import { Signature } from '@naughty-list/contracts/primitives';
import { verifyBurn } from '@naughty-list/contracts/removal';
import { getVerification } from '@naughty-list/contracts/verifications';
import { claimFound } from '@naughty-list/payment-flow/open';
import { sweepClaims } from '@naughty-list/payment-flow/sweep';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { beforeEach, describe, expect, it } from 'vitest';
import { openRemovals } from './removals.ts';
import { accepted, rejected } from './verdicts.ts';

const removals = closeAfterAll(await openRemovals());
beforeEach(() => removals.decideBy(accepted));

const admin = () => removals.service.asAdmin('claus');

async function remove(id: number): Promise<string> {
  const { headers } = await admin().callFull(deleteReport, { params: { id } });
  return headers.get('x-operation-id') ?? '';
}
const restore = (operationId: string) => admin().call(restoreDeleted, { params: { operationId } });
const claimOf = (id: string) => removals.service.context.db('removal_claims').where({ id }).first();
const removedBy = (signature: string) => ({
  is_removed: true,
  removal_tx_hash: signature,
  burn_transaction_hash: signature,
});

describe('a payment for a report that an admin deleted meanwhile', () => {
  it('succeeds, and is used up: the report comes back as removed by it', async () => {
    const { report, signature, id } = await removals.pendingClaim();
    const operationId = await remove(report.id);
    const waiting = removals.claim(report.id, signature);
    await removals.verifier.sendVerdict(accepted({ id, round: 0 }));
    expect(await waiting).toMatchObject({ status: 200, body: { success: true } });
    expect(await claimOf(id)).toMatchObject({ status: 'removed', report_id: report.id });
    const listed = await removals.listed();
    expect(await restore(operationId)).toEqual({ restored: [report.id], notRestored: [] });
    expect(await removals.rowOf(report.id)).toMatchObject(removedBy(signature));
    expect(await removals.listed()).toBe(listed);
    const followed = await removals.service.as('payer').call(getVerification, { params: { id } });
    expect(followed).toMatchObject({ stage: 'done', outcome: 'accepted', amountBurned: 1_000_000.5 });
  });

  it('removes the report when the deletion was undone before the verdict', async () => {
    const { report, signature, id } = await removals.pendingClaim();
    await restore(await remove(report.id));
    expect((await removals.rowOf(report.id)).is_removed).toBe(false);
    await removals.verifier.sendVerdict(accepted({ id, round: 0 }));
    await removals.decidedAs(id, 'removed');
    expect(await removals.rowOf(report.id)).toMatchObject(removedBy(signature));
  });

  it('that is refused leaves the report to come back as listed', async () => {
    const { report, id } = await removals.pendingClaim();
    const operationId = await remove(report.id);
    await removals.verifier.sendVerdict(rejected({ id, round: 0 }, 'no_burn_of_mint', 'No LIST was burned.'));
    await removals.decidedAs(id, 'refused');
    await restore(operationId);
    expect((await removals.rowOf(report.id)).is_removed).toBe(false);
  });

  it('is asked about by the sweep with the same demand', async () => {
    const { report, signature, id } = await removals.pendingClaim();
    const asked = () => removals.verifier.asked.filter((one) => one.id === id);
    await removals.verifier.over(id);
    const operationId = await remove(report.id);
    removals.decideBy(accepted);
    const { db, queues, effect, log } = removals.service.context;
    await db('removal_claims')
      .where({ id })
      .update({ due_at: new Date(0) });
    await sweepClaims({ db, queues, log }, effect, 3_600_000);
    await removals.decidedAs(id, 'removed');
    expect(asked().at(-1)).toEqual({ ...asked()[0], round: 1 });
    await restore(operationId);
    expect(await removals.rowOf(report.id)).toMatchObject(removedBy(signature));
  });

  it('can be claimed, because it may have been burned before', async () => {
    const report = await removals.newReport();
    const signature = removals.newSignature();
    const operationId = await remove(report.id);
    expect(await removals.claim(report.id, signature)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    const preview = await removals.service
      .as('payer')
      .call(verifyBurn, { body: { txHash: signature, reportId: report.id } });
    expect(preview).toEqual({ success: true, amountBurned: 1_000_000.5 });
    const second = await removals.send(report.id, { txHash: removals.newSignature() });
    expect(second).toMatchObject({ status: 409, body: { code: 'report_already_removed' } });
    await restore(operationId);
    expect(await removals.rowOf(report.id)).toMatchObject(removedBy(signature));
  });

  it('is claimed when the watcher finds it', async () => {
    const report = await removals.newReport();
    const signature = removals.newSignature();
    const operationId = await remove(report.id);
    const { context } = removals.service;
    const found = { signature: Signature.parse(signature), reference: report.uniqueBurnAddress };
    const id = await claimFound(context, context.effect, { found, dueInMs: 3_600_000 });
    await removals.decidedAs(String(id), 'removed');
    await restore(operationId);
    expect(await removals.rowOf(report.id)).toMatchObject(removedBy(signature));
  });

  it('succeeds for one of two payments', async () => {
    const { report, signature, id } = await removals.pendingClaim();
    const other = await removals.hasty.send('POST', `/api/scammer-reports/${report.id}/remove-by-burn`, {
      txHash: removals.newSignature(),
    });
    const operationId = await remove(report.id);
    await removals.verifier.sendVerdict(accepted({ id, round: 0 }));
    await removals.decidedAs(id, 'removed');
    const otherId = String(other.body.verificationId);
    await removals.verifier.sendVerdict(accepted({ id: otherId, round: 0 }));
    await removals.decidedAs(otherId, 'refused');
    await restore(operationId);
    expect(await removals.rowOf(report.id)).toMatchObject(removedBy(signature));
  });
});

it('a report that was paid for and then deleted comes back as removed, and its claim finds it', async () => {
  const report = await removals.newReport();
  const signature = removals.newSignature();
  await removals.claim(report.id, signature);
  const operationId = await remove(report.id);
  expect((await removals.send(report.id, { txHash: removals.newSignature() })).status).toBe(409);
  expect((await removals.claim(report.id, signature)).status).toBe(200);
  await restore(operationId);
  expect(await removals.rowOf(report.id)).toMatchObject(removedBy(signature));
  expect((await removals.claim(report.id, signature)).status).toBe(200);
});
