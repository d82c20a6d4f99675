import { getCase } from '@naughty-list/contracts/cases';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, it } from 'vitest';
import { changeStatus } from '../src/cases/change-status.ts';
import { openRemovals } from './removals.ts';
import { accepted, rejected } from './verdicts.ts';

const removals = closeAfterAll(await openRemovals());

const db = () => removals.service.context.db;
const decided = { reason: 'The evidence shows it.', role: 'admin', who: 'claus' } as const;
const clear = (reportId: number) =>
  db().transaction((trx) =>
    changeStatus(trx, { reportId, status: 'cleared', rule: 'report_false', ...decided }),
  );
const reopen = (reportId: number) =>
  db().transaction((trx) =>
    changeStatus(trx, { reportId, status: 'corroborated', rule: 'new_evidence', ...decided }),
  );

it('a payment that arrives for a cleared report is refused, and not used up', async () => {
  const report = await removals.newReport();
  await clear(report.id);
  removals.decideBy(accepted);
  const signature = removals.newSignature();
  expect((await removals.send(report.id, { txHash: signature })).body.code).toBe('report_already_removed');
  expect(await db()('removal_claims').where({ signature })).toEqual([]);
  const preview = { txHash: signature, reportId: report.id };
  expect((await removals.service.send('POST', '/api/verify-burn', preview)).body.success).toBe(false);
  const path = `/api/scammer-reports/${report.id}`;
  const proof = { txHash: signature, wallet: '1'.repeat(32) };
  expect((await removals.service.send('POST', `${path}/payment-proof`, proof)).status).toBe(409);
  const account = { account: '1'.repeat(32) };
  expect((await removals.service.send('POST', `${path}/burn-request`, account)).status).toBe(409);
  // The payment can still be used for another report.
  const other = await removals.newReport();
  expect(await removals.claim(other.id, signature)).toMatchObject({ status: 200 });
});

it('once it is reopened, it can be paid for again', async () => {
  const report = await removals.newReport();
  await clear(report.id);
  await reopen(report.id);
  removals.decideBy(accepted);
  expect(await removals.claim(report.id, removals.newSignature())).toMatchObject({ status: 200 });
  expect(await removals.rowOf(report.id)).toMatchObject({ is_removed: true, status: 'corroborated' });
});

it('a payment whose claim was pending when its report was cleared keeps its effect', async () => {
  const { report, signature, id } = await removals.pendingClaim();
  await clear(report.id);
  const waiting = removals.claim(report.id, signature);
  await removals.verifier.sendVerdict(accepted({ id, round: 0 }));
  expect(await waiting).toMatchObject({ status: 200, body: { success: true } });
  expect(await removals.rowOf(report.id)).toMatchObject({
    is_removed: true,
    removal_tx_hash: signature,
    status: 'cleared',
  });
  const call = removals.service.as('visitor').call(getCase, { params: { username: report.username } });
  await expect(call).rejects.toMatchObject({ status: 410 });
  // A paid removal stays, whatever is decided later.
  await reopen(report.id);
  expect(await removals.rowOf(report.id)).toMatchObject({ is_removed: true, status: 'corroborated' });
});

it('one that is refused leaves the report cleared and unpaid', async () => {
  const { report, id } = await removals.pendingClaim();
  await clear(report.id);
  await removals.verifier.sendVerdict(rejected({ id, round: 0 }, 'no_burn_of_mint', 'No LIST was burned.'));
  await removals.decidedAs(id, 'refused');
  expect(await removals.rowOf(report.id)).toMatchObject({ is_removed: true, removal_tx_hash: null });
});
