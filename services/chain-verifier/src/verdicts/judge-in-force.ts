import type { Evidence } from '../chain/facts.ts';
import type { Demand } from './demand.ts';
import { judgePayment } from './judge-payment.ts';
import type { Verdict } from './verdict.ts';

export type Judged = { verdict: Verdict; demand: Demand };

const order = ['accepted', 'unknown', 'rejected'];

/**
 * Judges a payment by each of the demands that were in force, newest first, and returns the verdict that serves its
 * payer best: accepted, else not decided yet, else the one that passed the most rules.
 */
export function judgeInForce(evidence: Evidence, demands: readonly Demand[]): Judged {
  const [best] = demands
    .map((demand) => ({ demand, verdict: judgePayment(evidence, demand) }))
    .toSorted(
      (one, other) =>
        order.indexOf(one.verdict.outcome) - order.indexOf(other.verdict.outcome) ||
        other.verdict.rules.length - one.verdict.rules.length,
    );
  if (!best) throw new RangeError('nothing was in force');
  return best;
}
