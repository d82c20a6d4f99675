import type { Evidence } from '../chain/facts.ts';
import type { Demand } from './demand.ts';
import type { Verdict } from './verdict.ts';

/** Judges the product's demand: burned plus credited to the burn wallet, at least the minimum, bound to its purpose. */
export function judgePayment(evidence: Evidence, _demand: Demand): Verdict {
  return { outcome: 'unknown', code: 'amount_undetermined', detail: evidence.signature, rules: [] };
}
