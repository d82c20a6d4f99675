import type { Evidence } from '../chain/facts.ts';
import { accountsOf, balancesOf } from './accounts.ts';
import type { Demand } from './demand.ts';
import { type Finding, reject, unknown } from './verdict.ts';

/** The transaction was executed without an error. */
export function checkSuccess(evidence: Evidence): Finding {
  if (evidence.success) return { seen: `slot ${evidence.slot}` };
  return reject('tx_failed', `the transaction failed: ${evidence.error}`);
}

/** No token instruction that could not be read could have changed the answer. */
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

/** The chain's decimals are those that the price was made with. */
export function checkDecimals(evidence: Evidence, demand: Demand): Finding {
  const other = balancesOf(evidence, demand).find(
    ({ decimals }) => decimals !== null && decimals !== demand.decimals,
  );
  if (other === undefined) return { seen: `${demand.decimals} decimals` };
  return reject('decimals_mismatch', `the mint has ${other.decimals} decimals, not ${demand.decimals}`);
}

export function checkAmount(amount: bigint, demand: Demand): Finding {
  const seen = `${amount} of at least ${demand.minimum}`;
  return amount >= demand.minimum ? { seen } : { ...reject('amount_below_minimum', seen), amount };
}
