/** One line of the table. A ratio is product by reference, taken within each round; the others are the product's alone. */
export type Row = {
  what: string;
  /** What it is compared with. */
  reference: string;
  /** The two figures of the middle round, with their units. */
  figures: { reference: string; product: string };
  /** Of the rounds: the middle one, the lowest and the highest. */
  ratio: Spread;
  target?: Target;
  /** What was seen besides; told where the target is not met. */
  note?: string;
};

export type Spread = { median: number; lowest: number; highest: number };
/** Of the ratio; or of a `value` with a unit, where the product alone is asked about. */
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
