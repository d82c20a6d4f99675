/** How long a replaced price, mint or wallet still counts, because open pages still show it. */
const GRACE_S = 86_400;
/** Clock skew between machines and the chain. */
const TOLERANCE_S = 60;

/** The changes in force at a block's time or within the day before, newest first; all of them if the time is unknown. */
export function inForceAt<Change extends { since: number }>(
  changes: readonly Change[],
  blockTime: number | null,
): Change[] {
  if (blockTime === null) return bySince(changes).reverse();
  return inForceBetween(changes, { from: blockTime - GRACE_S, until: blockTime + TOLERANCE_S }).reverse();
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
