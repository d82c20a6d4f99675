import type { Demand } from './demand.ts';

/**
 * Clock skew between machines and the chain: widens both ends of the time in which prices count, in the payer's favour.
 */
const TOLERANCE_S = 60;

/**
 * The minimum for a payment: the lowest price in force at any time between the start of what is paid for and the block.
 * Without a block time, a range: below `lowest` is too little at any time, `highest` is enough at any time.
 */
export function minimumOf(demand: Demand, blockTime: number | null): { lowest: bigint; highest: bigint } {
  const { prices = [], minimum } = demand;
  const from = Math.min(demand.notBefore, blockTime ?? demand.notBefore) - TOLERANCE_S;
  const until = blockTime === null ? Number.POSITIVE_INFINITY : blockTime + TOLERANCE_S;
  const ordered = prices.toSorted((a, b) => a.since - b.since);
  const inForce = ordered
    .filter(({ since }, index) => since <= until && (ordered[index + 1]?.since ?? Infinity) > from)
    .map((price) => price.minimum)
    .toSorted((a, b) => Number(a - b));
  const lowest = inForce[0] ?? minimum;
  return { lowest, highest: blockTime === null ? (inForce.at(-1) ?? minimum) : lowest };
}
