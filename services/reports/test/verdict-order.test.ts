import { type ClaimVerdict, endClaim } from '@naughty-list/payment-flow/claim-table';
import { applyVerdict } from '@naughty-list/payment-flow/effect';
import { accepted, acceptedAmount, rejected } from '@naughty-list/payment-flow/test/verifier';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { beforeEach, describe, expect, it } from 'vitest';
import { removalClaims } from '../src/cases/removal/payment-kind.ts';
import { openRemovals } from './removals.ts';

const apply = async (verdict: ClaimVerdict) => {
  const { db, paymentKind } = removals.service.context;
  return (await applyVerdict(db, paymentKind, verdict))?.end;
};

const removals = closeAfterAll(await openRemovals());
const { db } = removals.service.context;
beforeEach(() => removals.decideBy(accepted));

describe('verdicts in odd order', () => {
  it('the same verdict twice takes effect once', async () => {
    const { report, id } = await removals.pendingClaim();
    await removals.verifier.sendVerdict(accepted({ id, round: 0 }));
    await removals.verifier.sendVerdict(accepted({ id, round: 1 }));
    await removals.decidedAs(id, 'removed');
    const before = await removals.listed();
    await removals.verifier.sendVerdict(accepted({ id, round: 2 }));
    await settled();
    expect(await removals.listed()).toBe(before);
    expect((await removals.rowOf(report.id)).is_removed).toBe(true);
    const leaves = db('ledger_records').where({ report_id: report.id }).orderBy('id');
    expect(await leaves.clone().pluck('type')).toEqual(['report-published', 'report-removed', 'burned']);
    expect(JSON.parse((await leaves.clone().where({ type: 'burned' }).first()).record)).toMatchObject({
      kind: 'burn',
      burned: acceptedAmount,
      sent: '0',
    });
  });

  it('a claim ends once: a later verdict finds nothing to end, and changes nothing', async () => {
    const { id } = await removals.pendingClaim();
    const verdict = accepted({ id, round: 0 });
    const late = rejected({ id, round: 1 }, 'not_found', 'late');
    expect(await apply(verdict)).toEqual({ status: 'removed' });
    expect(await apply(verdict)).toBeUndefined();
    expect(await apply(late)).toBeUndefined();
    const end = { status: 'refused', code: 'not_found', message: 'late' } as const;
    expect(await endClaim(db, removalClaims, { verdict: late, end })).toBe(false);
    expect(await db('removal_claims').where({ id }).first()).toMatchObject({ status: 'removed', code: null });
  });

  it('a verdict without a claim is ignored', async () => {
    const before = await removals.listed();
    await removals.verifier.sendVerdict(
      accepted({ id: 'removal_00000000-0000-4000-8000-000000000000', round: 0 }),
    );
    await settled();
    expect(await removals.listed()).toBe(before);
  });

  it('an accepted payment for a report that is gone by then ends the claim without touching the report', async () => {
    const { report, id } = await removals.pendingClaim();
    await db('scammer_reports')
      .where({ id: report.id })
      .update({ is_removed: true, removal_tx_hash: 'another' });
    await removals.verifier.sendVerdict(accepted({ id, round: 0 }));
    await removals.decidedAs(id, 'refused');
    expect((await removals.rowOf(report.id)).removal_tx_hash).toBe('another');
    expect(await removals.claimOf(id)).toMatchObject({
      code: 'report_already_removed',
      message: 'This report has already been removed.',
    });
  });

  it('a verdict for a claim that is being sent again takes effect, claim and report together', async () => {
    const { report, signature, id } = await removals.pendingClaim();
    const sweep = await db.transaction();
    await sweep('removal_claims').where({ id }).increment('round');
    const applied = apply(accepted({ id, round: 0 }));
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    while ((await db.raw(waiting)).rowCount === 0);
    await sweep.commit();
    expect(await applied).toEqual({ status: 'removed' });
    expect(await removals.rowOf(report.id)).toMatchObject({ is_removed: true, removal_tx_hash: signature });
    expect(await db('removal_claims').where({ id }).first()).toMatchObject({ status: 'removed', round: 1 });
  });

  /** Verdicts are handled in order: once a verdict on a new claim is applied, so are all earlier ones. */
  async function settled(): Promise<void> {
    const { id } = await removals.pendingClaim();
    await removals.accept(id);
  }
});

describe('many at once', () => {
  it('100 claims of one payment for one report are one claim', async () => {
    const report = await removals.newReport();
    const signature = removals.newSignature();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => removals.claim(report.id, signature)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await db('removal_claims').where({ signature })).toHaveLength(1);
  });

  it('100 claims of one payment over 20 reports remove the one that it is accepted for', async () => {
    const twenty = await Promise.all(Array.from({ length: 20 }, removals.newReport));
    const signature = removals.newSignature();
    let winner: string | undefined;
    removals.decideBy((asked) => {
      winner ??= asked.id;
      return asked.id === winner ? accepted(asked) : rejected(asked, 'already_used', 'used');
    });
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        removals.send(twenty[index % 20]?.id ?? 0, { txHash: signature }),
      ),
    );
    const removed = await db('scammer_reports')
      .whereIn(
        'id',
        twenty.map(({ id }) => id),
      )
      .andWhere({ is_removed: true });
    expect(removed).toHaveLength(1);
    const outcomes = Map.groupBy(answers, ({ status }) => status);
    expect(outcomes.get(200)).toHaveLength(5);
    for (const { body } of outcomes.get(409) ?? []) expect(body.code).toBe('transaction_already_used');
  });

  it('100 payments for one report remove it once', async () => {
    const report = await removals.newReport();
    const before = await removals.listed();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => removals.send(report.id, { txHash: removals.newSignature() })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(99);
    expect(await removals.listed()).toBe(before - 1);
  });
});
