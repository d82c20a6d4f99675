/** A minimum in base units, and the Unix seconds from which it holds, until the next one does. */
export type Price = { since: number; minimum: bigint };

/** What a transaction must have done. Build it with {@link buildDemand}, which refuses what would be met by nothing. */
export type Demand = {
  mint: string;
  /** The token program that owns the mint; the same mint key under another program is not it. */
  tokenProgram: string;
  /** Of the mint, from the chain. */
  decimals: number;
  /** At least this much, in base units; 1 or more. What a payment of today costs, where `prices` say what earlier ones did. */
  minimum: bigint;
  /** Every price there has been, by the time from which it holds; where there are any, they decide. */
  prices?: readonly Price[];
  /** Whose token accounts receive payments (the burn wallet); null where only burns count. */
  burnWallet: string | null;
  /** The reference of the thing that is paid for. */
  reference: string;
  /**
   * What the references of this house begin with (letters, digits, `-`, `_`): `LISTBURN` for `LISTBURN007`. A memo that
   * names another one is never an unbound payment. Behind a letter a number must follow, behind `PAID-` anything.
   */
  referencePrefixes: string[];
  /** The Solana Pay reference key of the thing that is paid for. */
  referenceKey?: string;
  /** Whether a payment without any reference counts: for whoever proves to have paid, for the first who comes, or not at all. */
  unbound: 'prove' | 'accept' | 'reject';
  /** The wallet that signed for this claim, as verified by the owner of the effect. */
  provenWallet?: string;
  /** Unix seconds, since when there is something to pay for: an unbound payment must not be older (nor younger than `notAfter`). */
  notBefore: number;
  notAfter?: number;
  /**
   * Unix seconds: a payment that its wallet signed for may be as old as this, where `notBefore` is younger. A membership is the
   * wallet's, and what it is to pay for begins with a browser that may have come later.
   */
  provenNotBefore?: number;
  /** The window holds for bound payments too, which may be so many seconds older; without it, of any age. */
  boundToleranceS?: number;
  /** Unix seconds: what unbound payments before then have paid for is not known any more. */
  usesKnownSince?: number;
  /** Only burns out of this wallet's accounts count. */
  burner?: string;
  /** Unix seconds; a block more than a minute ahead of it has no usable time. */
  now?: number;
};

/** Checks a demand once, when it is built. Throws a RangeError that names the field. */
export function buildDemand(demand: Demand): Demand {
  const refuse = (field: string): never => {
    throw new RangeError(`demand.${field} is not usable`);
  };
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
