import { deleteReport } from '@naughty-list/contracts/admin-reports';
import { restoreDeleted } from '@naughty-list/contracts/audit-log';
import { erasePersonalData } from '@naughty-list/contracts/personal-data';
import { getVerification } from '@naughty-list/contracts/verifications';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, it } from 'vitest';
import { openRemovals } from './removals.ts';
import { accepted, rejected } from './verdicts.ts';

const removals = closeAfterAll(await openRemovals());

const admin = () => removals.service.asAdmin('claus');
const erase = (reportId: number) => admin().call(erasePersonalData, { body: { reportId } });
const claimOf = (id: string) => removals.service.context.db('removal_claims').where({ id }).first();
async function remove(id: number): Promise<string> {
  const { headers } = await admin().callFull(deleteReport, { params: { id } });
  return headers.get('x-operation-id') ?? '';
}

it('a payment whose claim was pending when its report was erased is not used up in vain', async () => {
  const { report, signature, id } = await removals.pendingClaim();
  await erase(report.id);
  const waiting = removals.claim(report.id, signature);
  await removals.verifier.sendVerdict(accepted({ id, round: 0 }));
  expect(await waiting).toMatchObject({ status: 200, body: { success: true } });
  expect(await claimOf(id)).toMatchObject({ status: 'removed' });
  expect(await removals.rowOf(report.id)).toMatchObject({
    is_removed: true,
    removal_tx_hash: signature,
    username: 'erased',
  });
  const followed = await removals.service.as('payer').call(getVerification, { params: { id } });
  expect(followed).toMatchObject({ stage: 'done', outcome: 'accepted' });
});

it.each([false, true])('nor where it was deleted before (and restored after: %s)', async (isRestored) => {
  const { report, signature, id } = await removals.pendingClaim();
  const operationId = await remove(report.id);
  await erase(report.id);
  const restore = () => admin().call(restoreDeleted, { params: { operationId } });
  if (isRestored) await restore();
  await removals.verifier.sendVerdict(accepted({ id, round: 0 }));
  await removals.decidedAs(id, 'removed');
  if (!isRestored) await restore();
  expect(await removals.rowOf(report.id)).toMatchObject({ is_removed: true, removal_tx_hash: signature });
});

it('a payment that is refused leaves the report erased and unpaid', async () => {
  const { report, id } = await removals.pendingClaim();
  await erase(report.id);
  await removals.verifier.sendVerdict(rejected({ id, round: 0 }, 'no_burn_of_mint', 'No LIST was burned.'));
  await removals.decidedAs(id, 'refused');
  expect(await removals.rowOf(report.id)).toMatchObject({ is_removed: true, removal_tx_hash: null });
});

it('one of two payments has the effect', async () => {
  const { report, signature, id } = await removals.pendingClaim();
  const other = await removals.hasty.send('POST', `/api/scammer-reports/${report.id}/remove-by-burn`, {
    txHash: removals.newSignature(),
  });
  await erase(report.id);
  await removals.verifier.sendVerdict(accepted({ id, round: 0 }));
  await removals.decidedAs(id, 'removed');
  const otherId = String(other.body.verificationId);
  await removals.verifier.sendVerdict(accepted({ id: otherId, round: 0 }));
  await removals.decidedAs(otherId, 'refused');
  expect(await removals.rowOf(report.id)).toMatchObject({ removal_tx_hash: signature });
});
