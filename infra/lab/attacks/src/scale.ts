/** The audit's amounts, and those that are enough to reach every limit. */
const amounts = {
  /** The interval of ordinary visitors' calls, and the observation time before each attack. */
  visitorEveryMs: [50, 200],
  idleMs: [10_000, 1_000],
  /** Every attack ends by itself, after this at the latest for each of its steps. */
  withinMs: [300_000, 300_000],
  removals: [5, 1],
  junkClaims: [2_000, 40],
  streams: [5_000, 150],
  streamsHeldMs: [20_000, 1_000],
  pageLoads: [13_710, 400],
  pageLoadsMs: [120_000, 300_000],
  floodMs: [15_000, 300_000],
  floodRequests: [20_000, 700],
  uncachedReads: [2_000, 100],
  reporters: [300, 10],
  solved: [60, 15],
  fromNetwork: [200, 15],
  junk: [60, 25],
  appealed: [400, 120],
  slowReaders: [400, 120],
  waiting: [1_500, 60],
  waitingMs: [90_000, 300_000],
  burnRequests: [4_000, 100],
} satisfies Record<string, [full: number, short: number]>;

/** The amounts sent. */
export type Scale = Record<keyof typeof amounts, number> & {
  /** Waits until all junk claims are refused, which takes minutes. */
  untilCleared: boolean;
};

const scaled = (which: 0 | 1): Scale => ({
  ...(Object.fromEntries(Object.entries(amounts).map(([name, each]) => [name, each[which]])) as Record<
    keyof typeof amounts,
    number
  >),
  untilCleared: which === 0,
});

export const full = scaled(0);
export const short = scaled(1);
