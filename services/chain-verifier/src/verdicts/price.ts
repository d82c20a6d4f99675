import type { Demand, Price } from './demand.ts';
import { inForceAt, inForceBetween } from './in-force.ts';

/**
 * The minimum for a payment: the lowest price in force at its block's time or within the day before. Without a block
 * time, a range: below `lowest` is too little at any time, `highest` is enough at any time.
 */
export function minimumOf(demand: Demand, blockTime: number | null): { lowest: bigint; highest: bigint } {
  const { prices = [], minimum, ruleSet } = demand;
  const counting = ruleSet === 1 ? sinceAsked(prices, demand, blockTime) : inForceAt(prices, blockTime);
  const inForce = counting.map((price) => price.minimum).toSorted((a, b) => Number(a - b));
  const lowest = inForce[0] ?? minimum;
  return { lowest, highest: blockTime === null ? (inForce.at(-1) ?? minimum) : lowest };
}

const RULE_SET_1_TOLERANCE_S = 60;

/** Rule set 1: every price since the start of what is paid for, a minute wider on both sides. */
function sinceAsked(
  prices: readonly Price[],
  { notBefore }: Demand,
  blockTime: number | null,
): readonly Price[] {
  return inForceBetween(prices, {
    from: Math.min(notBefore, blockTime ?? notBefore) - RULE_SET_1_TOLERANCE_S,
    until: blockTime === null ? Number.POSITIVE_INFINITY : blockTime + RULE_SET_1_TOLERANCE_S,
  });
}
