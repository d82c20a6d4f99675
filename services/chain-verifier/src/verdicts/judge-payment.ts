import type { Evidence } from '../chain/facts.ts';
import { accountsOf, balancesOf, belongsTo, max, sum } from './accounts.ts';
import { type Binding, checkReference, checkWindow } from './check-binding.ts';
import {
  type Credited,
  countBurned,
  countCredited,
  mintsInSecret,
  whyNothingBurned,
  whyNothingCredited,
} from './count-amounts.ts';
import { type Demand, minimumOf } from './demand.ts';
import { applyRules, type Finding, reject, unknown, type Verdict } from './verdict.ts';

/** What a transaction paid, and why it does not count if it paid nothing. */
export type Count = { burned: bigint; credited: bigint; finding: Finding };

/** Applies the rules in order. `count` is called only for a successful transaction with everything relevant decoded. */
export function judge(evidence: Evidence, demand: Demand, count: () => Count): Verdict {
  let counted: Count = { burned: 0n, credited: 0n, finding: { seen: '' } };
  let boundBy: Binding = 'nothing';
  const total = () => counted.burned + counted.credited;
  return applyRules(
    [
      { rule: 'succeeded', check: () => checkSuccess(evidence) },
      { rule: 'readable', check: () => checkReadable(evidence, demand) },
      {
        rule: 'paid',
        check: () => {
          counted = count();
          return counted.finding;
        },
      },
      { rule: 'decimals', check: () => checkDecimals(evidence, demand) },
      { rule: 'amount', check: () => checkAmount(total(), evidence, demand) },
      {
        rule: 'reference',
        check: () => {
          const { lowest } = minimumOf(demand, evidence.blockTime);
          const isPart = total() < lowest;
          const finding = checkReference(evidence, demand, isPart ? total() : lowest);
          boundBy = finding.boundBy ?? boundBy;
          if (!isPart || boundBy !== 'nothing' || 'outcome' in finding) return finding;
          const { partial: _, ...whole } = demand;
          return checkAmount(total(), evidence, whole);
        },
      },
      { rule: 'window', check: () => checkWindow(evidence, demand, boundBy) },
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

/**
 * Judges the product's demand: burned plus credited to the burn wallet, at least the minimum, bound to its purpose.
 * Burns by the burn wallet's own accounts count only up to what the same transaction brought there: older tokens have
 * already paid for something.
 */
export function judgePayment(evidence: Evidence, demand: Demand): Verdict {
  return judge(evidence, demand, () => countPayment(evidence, demand));
}

const none = { burned: 0n, credited: 0n };

/** What a successful transaction contributes to the demand; 0 if `finding` says why it does not count. */
export function countPayment(evidence: Evidence, demand: Demand): Count {
  const wallet = demand.burnWallet;
  const all = countBurned(evidence, demand);
  if (mintsInSecret(evidence, demand)) {
    return {
      ...none,
      finding: reject('unsupported_confidential', 'the amount that was minted is encrypted'),
    };
  }
  const credited = wallet === null ? null : countCredited(evidence, demand, wallet);
  if (wallet !== null && credited === null) {
    return {
      ...none,
      finding: unknown('amount_undetermined', 'fees and other inflows are indistinguishable'),
    };
  }
  const own = all.counted.filter((burn) => wallet !== null && belongsTo(burn, wallet));
  const ownBurned = sum(own.map(({ amount }) => BigInt(amount)));
  const gross = all.gross - ownBurned + (credited?.burnedOnArrival ?? 0n);
  const burned = max(0n, gross - all.minted);
  const kept = credited?.credited ?? 0n;
  return {
    burned,
    credited: kept,
    finding: explain(evidence, demand, { burned, kept, gross, ownBurned, credited, all }),
  };
}

type Sums = {
  burned: bigint;
  kept: bigint;
  gross: bigint;
  ownBurned: bigint;
  credited: Credited | null;
  all: ReturnType<typeof countBurned>;
};

function explain(evidence: Evidence, demand: Demand, sums: Sums): Finding {
  const { burned, kept, gross, ownBurned, credited, all } = sums;
  if (burned + kept > 0n) return { seen: `${burned} base units burned, ${kept} credited to the burn wallet` };
  if (gross === 0n && ownBurned > 0n) {
    return reject('burn_from_burn_wallet', 'what was burned lay in the burn wallet already');
  }
  const byBurns = whyNothingBurned(evidence, demand, all) ?? { seen: 'burns of 0' };
  if (all.burns.length > 0 || demand.burnWallet === null) return byBurns;
  const byCredit = whyNothingCredited(evidence, demand, demand.burnWallet, credited);
  return byCredit === null || byCredit.code === 'no_transfer' ? byBurns : byCredit;
}

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
  if (amount >= highest) return { seen: `${amount} of at least ${highest} base units` };
  if (demand.partial) return { seen: `${amount}, a part of ${lowest} base units` };
  const seen = `${amount} of at least ${lowest} base units`;
  if (amount < lowest) return { ...reject('amount_below_minimum', seen), amount, minimum: lowest };
  return unknown(
    'time_unknown',
    `${amount} of ${lowest} to ${highest} base units, by a block time that is not known`,
  );
}
