import type { Evidence } from '../chain/facts.ts';
import { accountsOf, balancesOf } from './accounts.ts';
import { type Demand, inForceAt, inForceBetween, type Price } from './demand.ts';
import { type Finding, reject, unknown } from './verdict.ts';

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

/** Passes if the transaction was executed without an error. */
export function checkSuccess(evidence: Evidence): Finding {
  if (evidence.success) return { seen: `slot ${evidence.slot}` };
  return reject('tx_failed', `the transaction failed: ${evidence.error}`);
}

/** Passes if no undecodable token instruction could change the verdict. */
export function checkReadable(evidence: Evidence, demand: Demand): Finding {
  const accounts = accountsOf(evidence, demand);
  const unread = evidence.undecodable.filter(({ program }) => program === demand.tokenProgram);
  const hit = unread.find(
    (entry) => entry.accounts.length === 0 || entry.accounts.some((key) => accounts.has(key)),
  );
  if (hit !== undefined)
    return unknown('undecodable_token_instruction', `instruction ${hit.path}: ${hit.reason}`);
  return { seen: `${evidence.undecodable.length} unread instructions, none on this mint` };
}

/** Passes if the transaction shows the decimals with which the price was computed. */
export function checkDecimals(evidence: Evidence, demand: Demand): Finding {
  const other = balancesOf(evidence, demand).find(
    ({ decimals }) => decimals !== null && decimals !== demand.decimals,
  );
  if (other === undefined) return { seen: `${demand.decimals} decimals` };
  return reject('decimals_mismatch', `the mint has ${other.decimals} decimals, not ${demand.decimals}`);
}

/** Passes if the amount is at least the price at the time of the payment, or is a part and parts are accepted. */
export function checkAmount(amount: bigint, { blockTime }: Evidence, demand: Demand): Finding {
  const { lowest, highest } = minimumOf(demand, blockTime);
  if (amount >= highest) return { seen: `${amount} of at least ${highest}` };
  if (demand.partial) return { seen: `${amount}, a part of ${lowest}` };
  const seen = `${amount} of at least ${lowest}`;
  if (amount < lowest) return { ...reject('amount_below_minimum', seen), amount, minimum: lowest };
  return unknown('time_unknown', `${amount} of ${lowest} to ${highest}, by a block time that is not known`);
}
