/**
 * One row of the table. A ratio is product by reference, taken within each round; the other figures are the product's
 * alone.
 */
export type Row = {
  what: string;
  /** The reference compared with. */
  reference: string;
  /** Figures of the median round, with units. */
  figures: { reference: string; product: string };
  /** Over the rounds: median, lowest and highest. */
  ratio: Spread;
  target?: Target;
  /** Additional observations, shown if the target is not met. */
  note?: string;
};

export type Spread = { median: number; lowest: number; highest: number };
/** Target for the ratio, or for a `value` with a unit if only the product counts. */
export type Target = ({ atLeast: number } | { atMost: number }) & { value?: number; unit?: string };

export function isMet(row: Row): boolean | undefined {
  const { target, ratio } = row;
  if (!target) return undefined;
  const figure = target.value ?? ratio.median;
  return 'atLeast' in target ? figure >= target.atLeast : figure <= target.atMost;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  return {
    median: sorted[Math.floor(sorted.length / 2)] ?? 0,
    lowest: sorted[0] ?? 0,
    highest: sorted.at(-1) ?? 0,
  };
}
