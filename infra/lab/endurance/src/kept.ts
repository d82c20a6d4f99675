/** What the site has accepted, besides payments; for those see `chaos/run-record.ts`. */
export type Kept = {
  /** The admin's own reports, by id, with the last confirmed description. */
  moderated: Map<number, string>;
  /** Those that were deleted. */
  deleted: Set<number>;
  /** Usernames whose praise was accepted, and those without a response. */
  niceReports: Set<string>;
  possibleNiceReports: Set<string>;
  /** Accepted visits by browser name: the gateway, and the time of the request in milliseconds since 1970. */
  visits: Map<string, { by: string; at: number }>;
  /** Visits without a response, which may be counted or not. */
  unanswered: Set<string>;
  /** Killed gateways, and when. */
  killedGateways: { url: string; at: number }[];
};

export function openKept(): Kept {
  return {
    moderated: new Map(),
    deleted: new Set(),
    niceReports: new Set(),
    possibleNiceReports: new Set(),
    visits: new Map(),
    unanswered: new Set(),
    killedGateways: [],
  };
}
