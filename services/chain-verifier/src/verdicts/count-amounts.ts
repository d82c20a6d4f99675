import type { Balance, Burn, Evidence, Transfer } from '../chain/facts.ts';
import {
  accountsOf,
  balancesOf,
  belongsTo,
  burnsOf,
  holderOf,
  isAbandoned,
  lastHolderOf,
  max,
  min,
  mintsOf,
  sum,
  transfersOf,
} from './accounts.ts';
import type { Demand } from './demand.ts';
import { reject, type Stop, unknown } from './verdict.ts';

export type Burned = {
  /** All burns of the mint. */
  burns: Burn[];
  /** Burns that cost their owner something, and only those of `burner` if the demand names one. */
  counted: Burn[];
  gross: bigint;
  minted: bigint;
  /** Gross minus minted, at least 0: the decrease of the supply. */
  net: bigint;
};

/**
 * burned(M): what the transaction took out of the supply, excluding tokens that anyone may burn, minus what it minted.
 */
export function countBurned(evidence: Evidence, demand: Demand): Burned {
  const burns = burnsOf(evidence, demand);
  const counted = burns.filter(
    (burn) => !isAbandoned(burn) && (demand.burner === undefined || holderOf(burn) === demand.burner),
  );
  const gross = sum(counted.map(({ amount }) => BigInt(amount)));
  const minted = sum(mintsOf(evidence, demand).map(({ amount }) => BigInt(amount)));
  return { burns, counted, gross, minted, net: max(0n, gross - minted) };
}

/** Why the burns of a transaction come to nothing, or null if they count or were burns of 0. */
export function whyNothingBurned(evidence: Evidence, demand: Demand, burned: Burned): Stop | null {
  const { burns, counted, gross, minted, net } = burned;
  const hidden = confidentialOf(evidence, demand, 'burn');
  if (burns.length === 0) {
    if (hidden) return reject('unsupported_confidential', 'the amount that was burned is encrypted');
    return reject('no_burn_of_mint', 'no instruction of its token program burned this mint');
  }
  if (counted.length === 0) {
    return burns.every(isAbandoned)
      ? reject('burn_of_abandoned_tokens', 'the burned tokens lay where anyone may burn them')
      : reject('burner_mismatch', `the burned tokens were not ${demand.burner}'s`);
  }
  if (gross > 0n && net === 0n)
    return reject('net_supply_not_reduced', `${gross} base units burned, ${minted} minted`);
  return null;
}

/** Tokens minted with an encrypted amount could undo any burn in the same transaction. */
export function mintsInSecret(evidence: Evidence, demand: Demand): boolean {
  return confidentialOf(evidence, demand, 'mint');
}

export function confidentialOf(
  evidence: Evidence,
  demand: Demand,
  kind: 'burn' | 'mint' | 'transfer',
): boolean {
  const accounts = accountsOf(evidence, demand);
  return evidence.confidential.some(
    (entry) =>
      entry.kind === kind &&
      entry.program === demand.tokenProgram &&
      entry.accounts.some((account) => accounts.has(account)),
  );
}

export type Credited = {
  /** What others transferred into accounts that the wallet owns afterwards, net of fees. */
  received: bigint;
  /** The increase of the wallet's balance, excluding other inflows (minting, harvested fees); may be negative. */
  gain: bigint;
  /** min(received, gain), at least 0. */
  credited: bigint;
  /**
   * What the wallet's own accounts burned of the tokens received in this transaction; those accounts may be closed by
   * now.
   */
  burnedOnArrival: bigint;
};

type Determined = Balance & { withheld: string; otherInflow: string };

/**
 * credited(W, M), the smaller of two measures: transfers alone can be sent back within the transaction, and a gain
 * alone can come from elsewhere. Null if the evidence does not determine the amounts.
 */
export function countCredited(evidence: Evidence, demand: Demand, wallet: string): Credited | null {
  const balances = balancesOf(evidence, demand).filter((balance) => belongsTo(balance, wallet));
  if (!balances.every(isDetermined)) return null;
  const fromOthers = transfersOf(evidence, demand).filter((transfer) => !fromItself(transfer, wallet));
  const arrived = fromOthers.filter(({ destinationOwners }) => destinationOwners.ownerAfter === wallet);
  const received = netOf(arrived, balances);
  const gain = gainOf(evidence, demand, balances, wallet);
  const credited = max(0n, min(received, gain));
  const passedThrough = fromOthers.filter(
    ({ destinationOwners }) => lastHolderOf(destinationOwners) === wallet,
  );
  const arrivedAtAll = netOf(passedThrough, balances);
  const burnedOnArrival = min(burnedByWallet(evidence, demand, wallet), arrivedAtAll - credited);
  return { received, gain, credited, burnedOnArrival };
}

function isDetermined(balance: Balance): balance is Determined {
  return balance.withheld !== null && balance.otherInflow !== null;
}

/** Amounts minus fees. If only the sum of an account's fees is known, all of it is charged here. */
function netOf(transfers: readonly Transfer[], balances: readonly Determined[]): bigint {
  const stated = transfers.map(({ amount, fee }) => (fee === null ? 0n : BigInt(amount) - BigInt(fee)));
  const others = balances.map(({ account, withheld }) => {
    const open = transfers.filter(({ fee, destination }) => fee === null && destination === account);
    return max(0n, sum(open.map(({ amount }) => BigInt(amount))) - BigInt(withheld));
  });
  return sum([...stated, ...others]);
}

/**
 * The smaller of two measures: by accounts that were the wallet's at any time, and by what it owns at both ends. An
 * account that changes owner within the transaction shows in one of the two.
 */
function gainOf(evidence: Evidence, demand: Demand, balances: readonly Determined[], wallet: string): bigint {
  const accounts = new Set(balances.map(({ account }) => account));
  const minted = mintsOf(evidence, demand).filter(({ account }) => accounts.has(account));
  const uncovered = evidence.movements.filter(
    (move) => move.kind === 'withdraw' && move.mint === demand.mint && accounts.has(move.account),
  );
  const inflow =
    sum([...minted, ...uncovered].map(({ amount }) => BigInt(amount ?? 0))) +
    sum(balances.map(({ otherInflow }) => max(0n, BigInt(otherInflow))));
  const byAccount = sum(balances.map(({ before, after }) => BigInt(after) - BigInt(before)));
  const byOwner =
    sum(balances.filter(({ ownerAfter }) => ownerAfter === wallet).map(({ after }) => BigInt(after))) -
    sum(balances.filter(({ ownerBefore }) => ownerBefore === wallet).map(({ before }) => BigInt(before)));
  return min(byAccount, byOwner) - inflow;
}

function burnedByWallet(evidence: Evidence, demand: Demand, wallet: string): bigint {
  const own = burnsOf(evidence, demand).filter((burn) => !isAbandoned(burn) && belongsTo(burn, wallet));
  return sum(own.map(({ amount }) => BigInt(amount)));
}

/** Why nothing was credited, or null if something was. `credited` is null if the amounts are undetermined. */
export function whyNothingCredited(
  evidence: Evidence,
  demand: Demand,
  wallet: string,
  credited: Credited | null,
): Stop | null {
  if (credited === null)
    return unknown('amount_undetermined', 'fees and other inflows are indistinguishable');
  if (credited.credited > 0n) return null;
  const transfers = transfersOf(evidence, demand);
  if (transfers.length === 0) return whyNoTransfer(evidence, demand, wallet);
  const onceHeld = transfers.filter(({ destinationOwners }) => lastHolderOf(destinationOwners) === wallet);
  if (onceHeld.length === 0)
    return reject('wrong_destination_owner', `nothing was sent to an account of ${wallet}`);
  if (onceHeld.every((transfer) => fromItself(transfer, wallet))) {
    return reject('self_transfer', 'the tokens went from the wallet to itself');
  }
  return onceHeld.every(({ amount }) => amount === '0')
    ? null
    : reject(
        'no_net_credit',
        `${credited.received} base units arrived, but the wallet gained ${credited.gain}`,
      );
}

function fromItself({ source, destination, sourceOwners }: Transfer, wallet: string): boolean {
  return source === destination || sourceOwners.ownerBefore === wallet;
}

function whyNoTransfer(evidence: Evidence, demand: Demand, wallet: string): Stop {
  if (confidentialOf(evidence, demand, 'transfer')) {
    return reject('unsupported_confidential', 'the amount that was sent is encrypted');
  }
  const other = evidence.transfers.find(({ destinationOwners }) => destinationOwners.ownerAfter === wallet);
  if (other !== undefined)
    return reject('no_transfer_of_mint', `what was sent is ${other.mint}, not ${demand.mint}`);
  return reject('no_transfer', 'no instruction of its token program transferred this mint');
}
