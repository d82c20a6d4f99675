import { deleteReport, publishReports } from '@naughty-list/contracts/admin-reports';
import { restoreDeleted } from '@naughty-list/contracts/audit-log';
import { Signature } from '@naughty-list/contracts/primitives';
import { claimFound } from '@naughty-list/payment-flow/open';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { openRemovals } from './removals.ts';
import { accepted, rejected } from './verdicts.ts';

const removals = closeAfterAll(await openRemovals({ HOLD_REPORTS_ABOVE_PER_MINUTE: '1' }));
beforeAll(async () => {
  await removals.newReport();
});
beforeEach(async () => {
  removals.decideBy(accepted);
  const { db } = removals.service.context;
  // One was listed just now, whenever this test runs; none was held.
  await db('contributions').where({ held: true }).delete();
  await db('contributions').update({ at: db.raw("now() + interval '50 seconds'") });
});

const admin = () => removals.service.asAdmin('claus');
const publish = (id: number) => admin().call(publishReports, { body: { ids: [id] } });
const removedBy = (signature: string) => ({ is_removed: true, held_at: null, removal_tx_hash: signature });

it('a payment that is found for a held report removes it for good', async () => {
  const { id, uniqueBurnAddress: reference, held } = await removals.newReport();
  expect(held).toBe(true);
  const { context } = removals.service;
  const signature = Signature.parse(removals.newSignature());
  const found = { signature, reference };
  const claim = await claimFound(context, context.effect, { found, dueInMs: 3_600_000 });
  await removals.decidedAs(String(claim), 'removed');
  expect(await removals.rowOf(id)).toMatchObject(removedBy(signature));
  expect((await publish(id)).published).toEqual([]);
});

it('so does one that is claimed, also when the report is published before the verdict', async () => {
  const { report, signature, id } = await removals.pendingClaim();
  expect(report.held).toBe(true);
  expect((await publish(report.id)).published).toEqual([report.id]);
  await removals.verifier.sendVerdict(accepted({ id, round: 0 }));
  await removals.decidedAs(id, 'removed');
  expect(await removals.rowOf(report.id)).toMatchObject(removedBy(signature));
});

it('one that is refused leaves it held', async () => {
  const { report, id } = await removals.pendingClaim();
  await removals.verifier.sendVerdict(rejected({ id, round: 0 }, 'no_burn_of_mint', 'No LIST was burned.'));
  await removals.decidedAs(id, 'refused');
  expect((await publish(report.id)).published).toEqual([report.id]);
});

it('one whose report is deleted meanwhile is used up: the report comes back as removed', async () => {
  const { report, signature, id } = await removals.pendingClaim();
  const { headers } = await admin().callFull(deleteReport, { params: { id: report.id } });
  await removals.verifier.sendVerdict(accepted({ id, round: 0 }));
  await removals.decidedAs(id, 'removed');
  const operationId = headers.get('x-operation-id') ?? '';
  await admin().call(restoreDeleted, { params: { operationId } });
  expect(await removals.rowOf(report.id)).toMatchObject(removedBy(signature));
});
