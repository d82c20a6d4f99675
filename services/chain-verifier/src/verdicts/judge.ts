import type { Evidence } from '../chain/facts.ts';
import { type Binding, checkReference, checkWindow } from './check-binding.ts';
import { checkAmount, checkDecimals, checkReadable, checkSuccess, minimumOf } from './check-facts.ts';
import type { Demand } from './demand.ts';
import { applyRules, type Finding, type Verdict } from './verdict.ts';

/** What each kind of payment adds to the common rules. */
export type Count = { burned: bigint; credited: bigint; finding: Finding };

/** Applies the rules in order. `count` is called only for a successful transaction with everything relevant decoded. */
export function judge(evidence: Evidence, demand: Demand, count: () => Count): Verdict {
  let counted: Count = { burned: 0n, credited: 0n, finding: { seen: '' } };
  let boundBy: Binding = 'nothing';
  const total = () => counted.burned + counted.credited;
  return applyRules(
    [
      { rule: 'succeeded', ask: () => checkSuccess(evidence) },
      { rule: 'readable', ask: () => checkReadable(evidence, demand) },
      {
        rule: 'paid',
        ask: () => {
          counted = count();
          return counted.finding;
        },
      },
      { rule: 'decimals', ask: () => checkDecimals(evidence, demand) },
      { rule: 'amount', ask: () => checkAmount(total(), evidence, demand) },
      {
        rule: 'reference',
        ask: () => {
          const { lowest } = minimumOf(demand, evidence.blockTime);
          const isPart = total() < lowest;
          const finding = checkReference(evidence, demand, isPart ? total() : lowest);
          boundBy = finding.boundBy ?? boundBy;
          if (!isPart || boundBy !== 'nothing' || 'outcome' in finding) return finding;
          const { partial: _, ...whole } = demand;
          return checkAmount(total(), evidence, whole);
        },
      },
      { rule: 'window', ask: () => checkWindow(evidence, demand, boundBy) },
    ],
    () => ({
      amount: total(),
      burned: counted.burned,
      credited: counted.credited,
      boundBy,
      slot: evidence.slot,
      blockTime: evidence.blockTime,
      feePayer: evidence.feePayer,
    }),
  );
}
