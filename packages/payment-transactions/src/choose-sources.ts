/** A token account that can be paid from: initialised, not frozen. Amounts are base units. */
export type Holding = { address: string; amount: bigint; tokenProgram: string };

/**
 * Which accounts pay an amount, and how much each: the largest first, so that as few as possible take part. Nothing
 * where all of them together are not enough.
 */
export function chooseSources(holdings: readonly Holding[], amount: bigint): Holding[] | undefined {
  const largestFirst = [...holdings].sort((a, b) =>
    a.amount === b.amount ? 0 : a.amount < b.amount ? 1 : -1,
  );
  const sources: Holding[] = [];
  let missing = amount;
  for (const holding of largestFirst) {
    if (missing <= 0n || holding.amount <= 0n) break;
    let taken = holding.amount;
    if (taken > missing) taken = missing;
    sources.push({ ...holding, amount: taken });
    missing -= taken;
  }
  return missing > 0n ? undefined : sources;
}

/** Everything that the accounts hold together. */
export function totalHeld(holdings: readonly Holding[]): bigint {
  return holdings.reduce((total, { amount }) => total + amount, 0n);
}
