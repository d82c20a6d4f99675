import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readEvidence } from '../../src/chain/evidence.ts';
import { judgePayment } from '../../src/verdicts/judge-payment.ts';
import type { Verdict } from '../../src/verdicts/verdict.ts';
import { buildTransaction } from './build-transaction.ts';
import { anyHistory, type History } from './histories.ts';
import { demand, judgeBurn, judgeTransfer, M, W } from './judge-scenario.ts';
import { T22 } from './keys.ts';
import { oracle } from './oracle.ts';
import { RUNS } from './runs.ts';

const runs = { numRuns: RUNS.histories };

describe('any history that the token programs allow', () => {
  test('is judged as the slow oracle judges it', () => {
    const seen = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(anyHistory, (history) => {
        const { evidence, wanted } = readHistory(history);
        const truth = oracle(history.before, history.steps, M, W);
        expect(amountOf(judgeBurn(evidence, wanted))).toBe(truth.burned);
        const credited = amountOf(judgeTransfer(evidence, wanted));
        if (feesAreStated(history)) expect(credited).toBe(truth.credited);
        else expect(credited).toBeLessThanOrEqual(truth.credited);
        seen[truth.burned + truth.credited > 0n ? 'accepted' : 'refused']++;
      }),
      runs,
    );
    console.log(`properties: ${seen.accepted} histories that paid, ${seen.refused} that did not`);
    expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(50);
  });

  test('pays at most what is burned and credited, and exactly that unless the wallet itself burned', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        const { evidence, wanted } = readHistory(history);
        const truth = oracle(history.before, history.steps, M, W);
        const paid = amountOf(judgePayment(evidence, wanted));
        expect(paid).toBeLessThanOrEqual(truth.burned + truth.credited);
        const walletBurned = evidence.burns.some(({ ownerBefore, openedFor, ownerAfter }) =>
          [ownerBefore, openedFor, ownerAfter].includes(W),
        );
        if (!walletBurned && feesAreStated(history)) expect(paid).toBe(truth.burned + truth.credited);
      }),
      runs,
    );
  });

  test('is refused at one base unit more than it paid', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        const { evidence, wanted } = readHistory(history);
        const verdict = judgePayment(evidence, wanted);
        if (verdict.outcome !== 'accepted') return;
        expect(judgePayment(evidence, { ...wanted, minimum: verdict.amount }).outcome).toBe('accepted');
        expect(judgePayment(evidence, { ...wanted, minimum: verdict.amount + 1n })).toMatchObject({
          outcome: 'rejected',
          code: 'amount_below_minimum',
        });
      }),
      { numRuns: RUNS.variants },
    );
  });
});

function readHistory({ scenario, program }: History) {
  const result = readEvidence(buildTransaction(scenario));
  if (!result.ok) throw new Error(`${result.fault.code}: ${result.fault.detail}`);
  return { evidence: result.evidence, wanted: demand({ minimum: 1n, tokenProgram: program }) };
}

/** The amount of a verdict; nothing readable may stay undecided. */
function amountOf(verdict: Verdict): bigint {
  expect(verdict.outcome).not.toBe('unknown');
  return verdict.outcome === 'accepted' ? verdict.amount : 0n;
}

/** Whether all fees are stated. Unstated ones are charged to what came from others if both reached one account. */
function feesAreStated({ program, steps }: History): boolean {
  return program !== T22 || steps.every((step) => step.do !== 'send' || step.isStated || step.fee === 0n);
}
