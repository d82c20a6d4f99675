/** A token account to pay from: initialised, not frozen. Amounts are base units. */
export type Holding = { address: string; amount: bigint; tokenProgram: string };

/**
 * Chooses accounts for an amount, largest first, to use as few as possible. Undefined when the total is insufficient.
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

/** The total balance of the accounts. */
export function totalHeld(holdings: readonly Holding[]): bigint {
  return holdings.reduce((total, { amount }) => total + amount, 0n);
}
