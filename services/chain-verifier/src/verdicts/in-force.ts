/** For how long a changed price, mint or wallet still counts: a page that was opened before shows it. */
const GRACE_S = 86_400;
/** Clock skew between machines and the chain. */
const TOLERANCE_S = 60;

/**
 * What was in force when a block was made or within the day before, newest first; everything there has been if the
 * block's time is not known.
 */
export function inForceAt<Change extends { since: number }>(
  changes: readonly Change[],
  blockTime: number | null,
): Change[] {
  if (blockTime === null) return bySince(changes).reverse();
  return inForceBetween(changes, { from: blockTime - GRACE_S, until: blockTime + TOLERANCE_S }).reverse();
}

/** What was in force at any time of a period, oldest first. The first of all applies to all earlier times. */
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
