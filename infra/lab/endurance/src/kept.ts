/** What the site has promised to keep, besides payments: see `ledger.ts` of `chaos` for those. */
export type Kept = {
  /** Reports of the admin's own, by id, with the description that was last confirmed. */
  moderated: Map<number, string>;
  /** Those of them that were deleted. */
  deleted: Set<number>;
  /** Usernames whose praise was accepted, and those of which no answer came. */
  praised: Set<string>;
  perhapsPraised: Set<string>;
  /** Visits that were answered, by the name of their browser: by which gateway, and when it was asked, in milliseconds since 1970. */
  visits: Map<string, { by: string; at: number }>;
  /** Visits that may have been counted or not: no answer came. */
  unanswered: Set<string>;
  /** Gateways that were killed, and when. */
  killedGateways: { url: string; at: number }[];
};

export function openKept(): Kept {
  return {
    moderated: new Map(),
    deleted: new Set(),
    praised: new Set(),
    perhapsPraised: new Set(),
    visits: new Map(),
    unanswered: new Set(),
    killedGateways: [],
  };
}
