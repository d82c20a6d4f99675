import { deleteReport } from '@naughty-list/contracts/admin-reports';
import { restoreDeleted } from '@naughty-list/contracts/audit-log';
import { applyVerdict } from '@naughty-list/payment-flow/effect';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { beforeEach, expect, it } from 'vitest';
import { openRemovals } from './removals.ts';
import { accepted } from './verdicts.ts';

const removals = closeAfterAll(await openRemovals());
beforeEach(() => removals.decideBy(accepted));

async function remove(id: number): Promise<string> {
  const { headers } = await removals.service.asAdmin('claus').callFull(deleteReport, { params: { id } });
  return headers.get('x-operation-id') ?? '';
}
const restore = (operationId: string) =>
  removals.service.asAdmin('claus').call(restoreDeleted, { params: { operationId } });
const verdictOn = async (id: string) => {
  const { db, effect } = removals.service.context;
  return (await applyVerdict(db, effect, accepted({ id, round: 0 })))?.end;
};
const removedBy = (signature: string) => ({
  is_removed: true,
  removal_tx_hash: signature,
  burn_transaction_hash: signature,
});

/**
 * Starts `first`, which blocks when it writes to `table`; then `second`; releases the block once both wait or one is
 * done.
 */
async function meeting<A, B>(
  table: 'audit_log' | 'removal_claims',
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[A, B]> {
  const { db } = removals.service.context;
  const holding = await db.transaction();
  await holding.raw(`lock table ${table} in share mode`);
  let done = 0;
  const watched = async <T>(task: () => Promise<T>) => task().finally(() => done++);
  const waiting = async (count: number) => {
    for (;;) {
      const { rows } = await db.raw(
        `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and application_name = 'reports' and wait_event_type = 'Lock'`,
      );
      if (rows[0].count + done >= count) return;
    }
  };
  const one = watched(first);
  await waiting(1);
  const two = watched(second);
  await waiting(2);
  await holding.rollback();
  return Promise.all([one, two]);
}

it('a verdict is being carried out when the deletion is undone', async () => {
  const { report, signature, id } = await removals.pendingClaim();
  const operationId = await remove(report.id);
  await meeting(
    'removal_claims',
    () => verdictOn(id),
    () => restore(operationId),
  );
  expect(await removals.rowOf(report.id)).toMatchObject(removedBy(signature));
});

it('a deletion is being undone when the verdict comes', async () => {
  const { report, signature, id } = await removals.pendingClaim();
  const operationId = await remove(report.id);
  await meeting(
    'audit_log',
    () => restore(operationId),
    () => verdictOn(id),
  );
  expect(await removals.rowOf(report.id)).toMatchObject(removedBy(signature));
});

it('a verdict is being carried out when the report is deleted', async () => {
  const { report, signature, id } = await removals.pendingClaim();
  const [, operationId] = await meeting(
    'removal_claims',
    () => verdictOn(id),
    () => remove(report.id),
  );
  await restore(operationId);
  expect(await removals.rowOf(report.id)).toMatchObject(removedBy(signature));
});

it('a report is being deleted when the verdict comes', async () => {
  const { report, signature, id } = await removals.pendingClaim();
  const [operationId, end] = await meeting(
    'audit_log',
    () => remove(report.id),
    () => verdictOn(id),
  );
  expect(end).toEqual({ status: 'removed' });
  await restore(operationId);
  expect(await removals.rowOf(report.id)).toMatchObject(removedBy(signature));
});

it('two verdicts meet at a deleted report: one payment succeeds', async () => {
  const { report, signature, id } = await removals.pendingClaim();
  const other = { txHash: removals.newSignature() };
  const { body } = await removals.hasty.send(
    'POST',
    `/api/scammer-reports/${report.id}/remove-by-burn`,
    other,
  );
  const operationId = await remove(report.id);
  const ends = await meeting(
    'removal_claims',
    () => verdictOn(id),
    () => verdictOn(String(body.verificationId)),
  );
  expect(ends).toMatchObject([{ status: 'removed' }, { status: 'refused', code: 'report_already_removed' }]);
  await restore(operationId);
  expect(await removals.rowOf(report.id)).toMatchObject(removedBy(signature));
});

it('deleting, restoring and the verdict at once: paid is removed, in every order', async () => {
  const paid = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const { report, signature, id } = await removals.pendingClaim();
      // Two admins: the second one finds nothing to delete, or deletes again what is already restored.
      const deleteAndUndo = async () => {
        const operationId = await remove(report.id).catch(() => undefined);
        if (operationId) await Promise.all([restore(operationId), restore(operationId)]);
      };
      const verdict = removals.verifier.sendVerdict(accepted({ id, round: 0 }));
      await Promise.all([deleteAndUndo(), verdict, deleteAndUndo()]);
      await removals.decidedAs(id, 'removed');
      return { id: report.id, signature };
    }),
  );
  // Every deletion is undone by now: each report exists, and none is listed.
  for (const { id, signature } of paid) expect(await removals.rowOf(id)).toMatchObject(removedBy(signature));
});
