/** Reproducible random numbers from a seed. */
export type Random = {
  /** In [0, 1). */
  next(): number;
  /** An integer from `least` to `most`. */
  between(least: number, most: number): number;
  pick<T>(choices: readonly [T, ...T[]]): T;
  /** An independent sequence. */
  fork(): Random;
};

/** Mulberry32: small, and good enough to choose faults. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    pick: (choices) => choices[between(0, choices.length - 1)] ?? choices[0],
    fork: () => seeded(between(0, 2 ** 31)),
  };
}
