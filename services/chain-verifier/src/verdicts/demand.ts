/** A minimum in base units, and the Unix seconds from which it applies, until the next one does. */
export type Price = { since: number; minimum: bigint };

/**
 * The numbered rules by which a payment is judged. A receipt names its own, and is judged by it for ever; a rule that
 * changes what counts gets a new number, and the judge keeps the old one.
 * 1: the lowest price since the start of what is paid for. 2: the lowest in force at the block's time or a day before.
 */
export type RuleSet = 1 | 2;
const NEWEST_RULE_SET: RuleSet = 2;

/**
 * What a transaction must have done. Build it with {@link buildDemand}, which rejects a demand that nothing would
 * satisfy.
 */
export type Demand = {
  ruleSet: RuleSet;
  mint: string;
  /** The token program that owns the mint; the same mint key under another program does not match. */
  tokenProgram: string;
  /** The mint's decimals, from the chain. */
  decimals: number;
  /** The minimum in base units, 1 or more: the current price, with earlier ones in `prices`. */
  minimum: bigint;
  /** Every price of this mint, with the time from which it applies; if there are any, they decide. */
  prices?: readonly Price[];
  /** The owner of the token accounts that receive payments (the burn wallet); null if only burns count. */
  burnWallet: string | null;
  /** The reference of the item that is paid for. */
  reference: string;
  /**
   * Prefixes of this installation's references (letters, digits, `-`, `_`): `LISTBURN` for `LISTBURN007`. A memo that
   * names another reference is never an unbound payment. A prefix that ends in a letter must be followed by a number;
   * one that ends in `-` or `_`, as `PAID-`, by anything.
   */
  referencePrefixes: string[];
  /** The Solana Pay reference key of the item that is paid for. */
  referenceKey?: string;
  /**
   * Whether a payment without any reference counts: with a proof from its payer, for the first claim, or not at all.
   */
  unbound: 'prove' | 'accept' | 'reject';
  /** The wallet that signed for this claim, as verified by the service that owns the effect. */
  provenWallet?: string;
  /**
   * Whether a part of the minimum is accepted if the payment is bound: the owner adds the parts up. `signed`: a public memo does not bind
   * it, if a wallet that paid can sign.
   */
  partial?: true | 'signed';
  /**
   * Unix seconds from which there is something to pay for: an unbound payment must not be older, nor later than
   * `notAfter`.
   */
  notBefore: number;
  notAfter?: number;
  /**
   * Unix seconds: a payment proven by its wallet may be as old as this if it is earlier than `notBefore`. A membership
   * belongs to the wallet, while its window begins with a browser that may have come later.
   */
  provenNotBefore?: number;
  /** Unix seconds: as `provenNotBefore`, for a payment that names a reference of this installation. */
  creditNotBefore?: number;
  /**
   * Applies the window to bound payments too, with this many seconds of tolerance; without it, they may be of any age.
   */
  boundToleranceS?: number;
  /** Unix seconds: uses of unbound payments before this time are no longer known. */
  usesKnownSince?: number;
  /** Only burns from this wallet's accounts count. */
  burner?: string;
  /** Unix seconds; the time of a block more than a minute ahead of it is unusable. */
  now?: number;
};

/** Serialises a demand as JSON, amounts as text. */
export function writeDemand(demand: Demand): string {
  return JSON.stringify(demand, (_key, value) => (typeof value === 'bigint' ? value.toString() : value));
}

/** Parses the output of {@link writeDemand}; one of before rule sets had numbers has the first. Throws if it is not valid. */
export function readDemand(json: string): Demand {
  const parsed = JSON.parse(json, (key, value) => (key === 'minimum' ? BigInt(value) : value));
  return buildDemand({ ruleSet: 1, ...parsed });
}

/** Validates a demand once, when it is built; it gets the newest rule set. Throws a RangeError that names the field. */
export function buildDemand(asked: Omit<Demand, 'ruleSet'> & { ruleSet?: RuleSet }): Demand {
  const demand: Demand = { ruleSet: NEWEST_RULE_SET, ...asked };
  const refuse = (field: string): never => {
    throw new RangeError(`demand.${field} is not usable`);
  };
  if (demand.ruleSet !== 1 && demand.ruleSet !== 2) refuse('ruleSet');
  if (demand.mint === '') refuse('mint');
  if (demand.tokenProgram === '') refuse('tokenProgram');
  if (!Number.isInteger(demand.decimals) || demand.decimals < 0 || demand.decimals > 255) refuse('decimals');
  if (demand.minimum < 1n) refuse('minimum');
  if (demand.prices?.some(({ minimum }) => minimum < 1n)) refuse('prices');
  if (demand.reference === '') refuse('reference');
  if (!demand.referencePrefixes.every((prefix) => /^[\w-]+$/.test(prefix))) refuse('referencePrefixes');
  if (!Number.isSafeInteger(demand.notBefore) || demand.notBefore < 0) refuse('notBefore');
  if (demand.notAfter !== undefined && demand.notAfter < demand.notBefore) refuse('notAfter');
  return demand;
}

/** A part is worth keeping for its payer from this share of the price: anyone can send dust. */
export const LEAST_SHARE = 1_000n;

/** How long a replaced price, mint or wallet still counts, because open pages still show it. */
const GRACE_S = 86_400;
/** Clock skew between machines and the chain. */
const TOLERANCE_S = 60;

/** As {@link GRACE_S}, for what an offer shows: it lasts a day and an hour of grace. */
export const OFFER_GRACE_S = GRACE_S + 3_600;

/** The changes in force at a block's time or within the day before, newest first; all of them if the time is unknown. */
export function inForceAt<Change extends { since: number }>(
  changes: readonly Change[],
  blockTime: number | null,
  graceS = GRACE_S,
): Change[] {
  if (blockTime === null) return bySince(changes).reverse();
  return inForceBetween(changes, { from: blockTime - graceS, until: blockTime + TOLERANCE_S }).reverse();
}

/** The changes in force at any time of a period, oldest first. The very first also applies to all earlier times. */
export function inForceBetween<Change extends { since: number }>(
  changes: readonly Change[],
  { from, until }: { from: number; until: number },
): Change[] {
  const ordered = bySince(changes);
  return ordered.filter(
    ({ since }, at) => (at === 0 || since <= until) && (ordered[at + 1]?.since ?? Infinity) > from,
  );
}

const bySince = <Change extends { since: number }>(changes: readonly Change[]): Change[] =>
  changes.toSorted((one, other) => one.since - other.since);

/**
 * The minimum for a payment: the lowest price in force at its block's time or within the day before. Without a block
 * time, a range: below `lowest` is too little at any time, `highest` is enough at any time.
 */
export function minimumOf(
  demand: Demand,
  blockTime: number | null,
  graceS = GRACE_S,
): { lowest: bigint; highest: bigint } {
  const { prices = [], minimum, ruleSet } = demand;
  const counting =
    ruleSet === 1 ? sinceAsked(prices, demand, blockTime) : inForceAt(prices, blockTime, graceS);
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
