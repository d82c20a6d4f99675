import { sweepClaims } from '@naughty-list/payment-flow/sweep';
import { createQueuePlace, type QueuePlace, queueKinds } from '@naughty-list/test-kit/queue-place';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRemovals, type Removals } from './removals.ts';
import { accepted, rejected } from './verdicts.ts';

describe.each(queueKinds)('with jobs in %s', (kind) => {
  let place: QueuePlace;
  let removals: Removals;

  beforeAll(async () => {
    place = await createQueuePlace(kind);
    removals = await openRemovals({ QUEUE_URL: place.url });
  });
  afterAll(async () => {
    await removals.stop();
    await place.drop();
  });

  it('an accepted burn removes the report, a refused one does not', async () => {
    removals.decideBy(accepted);
    const report = await removals.newReport();
    const paid = await removals.claim(report.id, removals.newSignature());
    expect(paid).toMatchObject({ status: 200, body: { success: true } });
    removals.decideBy((asked) => rejected(asked, 'insufficient', 'Not enough.'));
    const other = await removals.newReport();
    const answer = await removals.send(other.id, { txHash: removals.newSignature() });
    expect([answer.status, answer.body.message]).toEqual([422, 'Not enough.']);
    expect((await removals.rowOf(other.id)).is_removed).toBe(false);
  });

  it('a claim that stays undecided is sent again, and takes effect once', async () => {
    const { id, report } = await removals.pendingClaim();
    await removals.verifier.over(id);
    removals.decideBy(accepted);
    const { db, queues, paymentKind, log } = removals.service.context;
    await db('removal_claims')
      .where({ id })
      .update({ due_at: new Date(0) });
    expect(await sweepClaims({ db, queues, log }, paymentKind, 1)).toBe(1);
    await removals.decidedAs(id, 'removed');
    expect((await removals.rowOf(report.id)).is_removed).toBe(true);
  });
});
