import { publishReports } from '@naughty-list/contracts/admin-reports';
import { getCase } from '@naughty-list/contracts/cases';
import { erasePersonalData } from '@naughty-list/contracts/personal-data';
import { verifyBurn } from '@naughty-list/contracts/removal';
import { getVerification } from '@naughty-list/contracts/verifications';
import { applyVerdict } from '@naughty-list/payment-flow/effect';
import { sweepClaims } from '@naughty-list/payment-flow/sweep';
import { accepted } from '@naughty-list/payment-flow/test/verifier';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decideStatus } from './admins.ts';
import { openRemovals, removedBy } from './removals.ts';

const removals = closeAfterAll(await openRemovals());
beforeEach(() => removals.decideBy(accepted));

const db = () => removals.service.context.db;
const { remove } = removals;
const erase = (reportId: number) =>
  removals.service.asAdmin('claus').call(erasePersonalData, { body: { reportId } });
// A rule that does not count as untrue, so that the reporter's further reports are not held.
const clear = (reportId: number) => decideStatus(db(), reportId, 'cleared', 'resolved');
const reopen = (reportId: number) => decideStatus(db(), reportId, 'corroborated', 'new_evidence');

/** How a report leaves the list while a payment for it is on its way, and comes back where it can. */
type Way = [what: string, leave: (id: number) => Promise<(() => Promise<unknown>) | undefined>, left: object];
const gone = { is_removed: true, removal_tx_hash: null };
const ways: Way[] = [
  ['deleted', remove, { is_removed: false, removal_tx_hash: null }],
  ['erased', (id) => erase(id).then(() => undefined), { ...gone, username: 'erased' }],
  [
    'deleted and erased',
    async (id) => {
      const restore = await remove(id);
      await erase(id);
      return restore;
    },
    gone,
  ],
  ['cleared', (id) => clear(id).then(() => undefined), { ...gone, status: 'cleared' }],
];
describe.each(ways)('a payment for a report that was %s meanwhile', (_what, leave, left) => {
  it('succeeds, and is used up: the report is removed by it', async () => {
    const { report, signature, id } = await removals.pendingClaim();
    const comeBack = await leave(report.id);
    const waiting = removals.claim(report.id, signature);
    await removals.verifier.sendVerdict(accepted({ id, round: 0 }));
    expect(await waiting).toMatchObject({ status: 200, body: { success: true } });
    expect(await removals.claimOf(id)).toMatchObject({ status: 'removed', report_id: report.id });
    const listed = await removals.listed();
    await comeBack?.();
    expect(await removals.rowOf(report.id)).toMatchObject({ ...left, ...removedBy(signature) });
    expect(await removals.listed()).toBe(listed);
    const followed = await removals.service.as('payer').call(getVerification, { params: { id } });
    expect(followed).toMatchObject({ stage: 'done', outcome: 'accepted', amountBurned: 1_000_000.5 });
  });

  it('that is refused leaves the report unchanged', async () => {
    const { report, id } = await removals.pendingClaim();
    const comeBack = await leave(report.id);
    await removals.refuse(id);
    await comeBack?.();
    expect(await removals.rowOf(report.id)).toMatchObject(left);
  });

  it('has its effect for one of two payments', async () => {
    const { report, signature, id } = await removals.pendingClaim();
    const other = await removals.claimToo(report.id);
    const comeBack = await leave(report.id);
    await removals.accept(id);
    await removals.verifier.sendVerdict(accepted({ id: other, round: 0 }));
    await removals.decidedAs(other, 'refused');
    await comeBack?.();
    expect(await removals.rowOf(report.id)).toMatchObject(removedBy(signature));
  });
});

describe('a payment for a deleted report', () => {
  it('removes the report when the deletion was undone before the verdict', async () => {
    const { report, signature, id } = await removals.pendingClaim();
    const restore = await remove(report.id);
    expect(await restore()).toEqual({ restored: [report.id], notRestored: [] });
    expect((await removals.rowOf(report.id)).is_removed).toBe(false);
    await removals.accept(id);
    expect(await removals.rowOf(report.id)).toMatchObject(removedBy(signature));
  });

  it('removes the report when it is erased and then restored before the verdict', async () => {
    const { report, signature, id } = await removals.pendingClaim();
    const restore = await remove(report.id);
    await erase(report.id);
    await restore();
    await removals.accept(id);
    expect(await removals.rowOf(report.id)).toMatchObject(removedBy(signature));
  });

  it('is sent again by the sweep with the same demand', async () => {
    const { report, signature, id } = await removals.pendingClaim();
    const asked = () => removals.verifier.asked.filter((one) => one.id === id);
    await removals.verifier.over(id);
    const restore = await remove(report.id);
    removals.decideBy(accepted);
    const { queues, paymentKind, log } = removals.service.context;
    await db()('removal_claims')
      .where({ id })
      .update({ due_at: new Date(0) });
    await sweepClaims({ db: db(), queues, log }, paymentKind, 3_600_000);
    await removals.decidedAs(id, 'removed');
    expect(asked().at(-1)).toEqual({ ...asked()[0], round: 1 });
    await restore();
    expect(await removals.rowOf(report.id)).toMatchObject(removedBy(signature));
  });

  it('can be claimed, because it may have been burned before', async () => {
    const report = await removals.newReport();
    const signature = removals.newSignature();
    const restore = await remove(report.id);
    expect(await removals.claim(report.id, signature)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    const body = { txHash: signature, reportId: report.id };
    const preview = await removals.service.as('payer').call(verifyBurn, { body });
    expect(preview).toEqual({ success: true, amountBurned: 1_000_000.5 });
    const second = await removals.send(report.id, { txHash: removals.newSignature() });
    expect(second).toMatchObject({ status: 409, body: { code: 'report_already_removed' } });
    await restore();
    expect(await removals.rowOf(report.id)).toMatchObject(removedBy(signature));
  });

  it('is claimed when the watcher finds it', async () => {
    const report = await removals.newReport();
    const signature = removals.newSignature();
    const restore = await remove(report.id);
    const id = await removals.found(report.uniqueBurnAddress, signature);
    await removals.decidedAs(String(id), 'removed');
    await restore();
    expect(await removals.rowOf(report.id)).toMatchObject(removedBy(signature));
  });

  it('is its payer’s credit if it was sent after the deletion, by hand too', async () => {
    const report = await removals.newReport();
    const restore = await remove(report.id);
    const at = { sooner: Math.floor(Date.now() / 1_000) - 60, later: Math.ceil(Date.now() / 1_000) + 1 };
    const pay = async (blockTime: number, status: 'removed' | 'refused') => {
      removals.decideBy((asked) => ({ ...accepted(asked), blockTime }));
      const id = String(await removals.found(report.uniqueBurnAddress, removals.newSignature()));
      await removals.decidedAs(id, status);
      return removals.claimOf(id);
    };
    expect(await pay(at.later, 'refused')).toMatchObject({ amount: '1000000500000' });
    const paid = await pay(at.sooner, 'removed');
    await restore();
    expect(await removals.rowOf(report.id)).toMatchObject(removedBy(String(paid.signature)));
  });

  it.each([-5, 0, 5])(
    'has its effect, or is a credit, where the chain’s clock is %d s off at the deletion',
    async (offset) => {
      const report = await removals.newReport();
      const restore = await remove(report.id);
      const { deleted_at: deletedAt } = await removals.rowOf(report.id);
      const blockTime = Math.floor(Number(deletedAt) / 1_000) + offset;
      removals.decideBy((asked) => ({ ...accepted(asked), blockTime }));
      const signature = removals.newSignature();
      const id = String(await removals.found(report.uniqueBurnAddress, signature));
      const isLate = offset > 0;
      await removals.decidedAs(id, isLate ? 'refused' : 'removed');
      await restore();
      const { removal_tx_hash: paidBy } = await removals.rowOf(report.id);
      expect(paidBy).toBe(isLate ? null : signature);
      // A credit is kept, and counts once the report is back.
      expect(await removals.claimOf(id)).toMatchObject({ amount: '1000000500000' });
      expect(await removals.claim(report.id, signature)).toMatchObject({ status: 200 });
      expect(await removals.rowOf(report.id)).toMatchObject(removedBy(signature));
    },
  );

  it('that paid before the deletion: the report comes back as removed, and its claim finds it', async () => {
    const report = await removals.newReport();
    const signature = removals.newSignature();
    await removals.claim(report.id, signature);
    const restore = await remove(report.id);
    expect((await removals.send(report.id, { txHash: removals.newSignature() })).status).toBe(409);
    expect((await removals.claim(report.id, signature)).status).toBe(200);
    await restore();
    expect(await removals.rowOf(report.id)).toMatchObject(removedBy(signature));
    expect((await removals.claim(report.id, signature)).status).toBe(200);
  });
});

describe('a payment for a cleared report', () => {
  it('that arrives later is refused, and not used up', async () => {
    const report = await removals.newReport();
    await clear(report.id);
    const signature = removals.newSignature();
    expect((await removals.send(report.id, { txHash: signature })).body.code).toBe('report_already_removed');
    expect(await db()('removal_claims').where({ signature })).toEqual([]);
    const { send } = removals.service;
    const preview = { txHash: signature, reportId: report.id };
    expect((await send('POST', '/api/verify-burn', preview)).body.success).toBe(false);
    const path = `/api/scammer-reports/${report.id}`;
    const wallet = '1'.repeat(32);
    expect((await send('POST', `${path}/payment-proof`, { txHash: signature, wallet })).status).toBe(409);
    expect((await send('POST', `${path}/burn-request`, { account: wallet })).status).toBe(409);
    // The payment can still be used for another report.
    expect(await removals.claim((await removals.newReport()).id, signature)).toMatchObject({ status: 200 });
  });

  it('is possible again once it is reopened', async () => {
    const report = await removals.newReport();
    await clear(report.id);
    await reopen(report.id);
    expect(await removals.claim(report.id, removals.newSignature())).toMatchObject({ status: 200 });
    expect(await removals.rowOf(report.id)).toMatchObject({ is_removed: true, status: 'corroborated' });
  });

  it('keeps its effect, whatever is decided later', async () => {
    const { report, id } = await removals.pendingClaim();
    await clear(report.id);
    await removals.accept(id);
    const call = removals.service.as('visitor').call(getCase, { params: { username: report.username } });
    await expect(call).rejects.toMatchObject({ status: 410 });
    await reopen(report.id);
    expect(await removals.rowOf(report.id)).toMatchObject({ is_removed: true, status: 'corroborated' });
  });
});

describe('a payment for a held report', async () => {
  const holding = closeAfterAll(await openRemovals({ HOLD_REPORTS_ABOVE_PER_MINUTE: '1' }));
  beforeAll(async () => {
    await holding.newReport();
  });
  beforeEach(async () => {
    holding.decideBy(accepted);
    const { db } = holding.service.context;
    // One was listed just now, whenever this test runs; none was held.
    await db('contributions').where({ held: true }).delete();
    await db('contributions').update({ at: db.raw("now() + interval '50 seconds'") });
  });
  const publish = async (id: number) =>
    (await holding.service.asAdmin('claus').call(publishReports, { body: { ids: [id] } })).published;
  const unheld = (signature: string) => ({ ...removedBy(signature), held_at: null });

  it('removes it for good where the watcher finds it', async () => {
    const { id, uniqueBurnAddress, held } = await holding.newReport();
    expect(held).toBe(true);
    const signature = holding.newSignature();
    await holding.decidedAs(String(await holding.found(uniqueBurnAddress, signature)), 'removed');
    expect(await holding.rowOf(id)).toMatchObject(unheld(signature));
    expect(await publish(id)).toEqual([]);
  });

  it('removes it where it is claimed, also when the report is published before the verdict', async () => {
    const { report, signature, id } = await holding.pendingClaim();
    expect(report.held).toBe(true);
    expect(await publish(report.id)).toEqual([report.id]);
    await holding.accept(id);
    expect(await holding.rowOf(report.id)).toMatchObject(unheld(signature));
  });

  it('that is refused leaves it held', async () => {
    const { report, id } = await holding.pendingClaim();
    await holding.refuse(id);
    expect(await publish(report.id)).toEqual([report.id]);
  });

  it('that is deleted meanwhile is used up: the report comes back as removed', async () => {
    const { report, signature, id } = await holding.pendingClaim();
    const restore = await holding.remove(report.id);
    await holding.accept(id);
    await restore();
    expect(await holding.rowOf(report.id)).toMatchObject(unheld(signature));
  });
});

describe('at the same moment', () => {
  const verdictOn = async (id: string) =>
    (await applyVerdict(db(), removals.service.context.paymentKind, accepted({ id, round: 0 })))?.end;

  /**
   * Starts `first`, which blocks when it writes to `table`; then `second`; releases the block once both wait or one is
   * done.
   */
  async function meeting<A, B>(
    table: 'audit_log' | 'removal_claims',
    first: () => Promise<A>,
    second: () => Promise<B>,
  ): Promise<[A, B]> {
    const holding = await db().transaction();
    await holding.raw(`lock table ${table} in share mode`);
    let done = 0;
    const watched = async <T>(task: () => Promise<T>) => task().finally(() => done++);
    const waiting = async (count: number) => {
      for (;;) {
        const { rows } = await db().raw(
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

  type Step = 'verdict' | 'deletion' | 'undoing';
  it.each<[table: 'audit_log' | 'removal_claims', first: Step, second: Step]>([
    ['removal_claims', 'verdict', 'undoing'],
    ['audit_log', 'undoing', 'verdict'],
    ['removal_claims', 'verdict', 'deletion'],
    ['audit_log', 'deletion', 'verdict'],
  ])('paid is removed: %s is locked by the %s when the %s comes', async (table, first, second) => {
    const { report, signature, id } = await removals.pendingClaim();
    const isDeletion = first === 'deletion' || second === 'deletion';
    let restore = isDeletion ? undefined : await remove(report.id);
    const steps: Record<Step, () => Promise<unknown>> = {
      verdict: () => verdictOn(id),
      deletion: async () => {
        restore = await remove(report.id);
      },
      undoing: async () => restore?.(),
    };
    await meeting(table, steps[first], steps[second]);
    expect(await removals.claimOf(id)).toMatchObject({ status: 'removed' });
    if (isDeletion) await restore?.();
    expect(await removals.rowOf(report.id)).toMatchObject(removedBy(signature));
  });

  it('two verdicts meet at a deleted report: one payment succeeds', async () => {
    const { report, signature, id } = await removals.pendingClaim();
    const other = await removals.claimToo(report.id);
    const restore = await remove(report.id);
    const ends = await meeting(
      'removal_claims',
      () => verdictOn(id),
      () => verdictOn(other),
    );
    expect(ends).toMatchObject([
      { status: 'removed' },
      { status: 'refused', code: 'report_already_removed' },
    ]);
    await restore();
    expect(await removals.rowOf(report.id)).toMatchObject(removedBy(signature));
  });

  it('deleting, restoring and the verdict: paid is removed, in every order', async () => {
    const paid = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { report, signature, id } = await removals.pendingClaim();
        // Two admins: the second one finds nothing to delete, or deletes again what is already restored.
        const deleteAndUndo = async () => {
          const restore = await remove(report.id).catch(() => undefined);
          if (restore) await Promise.all([restore(), restore()]);
        };
        const verdict = removals.verifier.sendVerdict(accepted({ id, round: 0 }));
        await Promise.all([deleteAndUndo(), verdict, deleteAndUndo()]);
        await removals.decidedAs(id, 'removed');
        return { id: report.id, signature };
      }),
    );
    // Every deletion is undone by now: each report exists, and none is listed.
    for (const { id, signature } of paid)
      expect(await removals.rowOf(id)).toMatchObject(removedBy(signature));
  });
});
