/** The amounts sent. Every attack ends by itself, after `withinMs` at the latest for each of its steps. */
export type Scale = {
  /** The interval of ordinary visitors' calls, and the observation time before each attack. */
  visitorEveryMs: number;
  idleMs: number;
  withinMs: number;
  removals: number;
  junkClaims: number;
  /** Waits until all junk claims are refused, which takes minutes. */
  untilCleared: boolean;
  streams: number;
  streamsHeldMs: number;
  pageLoads: number;
  pageLoadsMs: number;
  floodMs: number;
  floodRequests: number;
  reporters: number;
  solved: number;
  from48: number;
  slowReaders: number;
};

/** The audit's amounts. */
export const full: Scale = {
  visitorEveryMs: 50,
  idleMs: 10_000,
  withinMs: 300_000,
  removals: 5,
  junkClaims: 2_000,
  untilCleared: true,
  streams: 5_000,
  streamsHeldMs: 20_000,
  pageLoads: 13_710,
  pageLoadsMs: 120_000,
  floodMs: 15_000,
  floodRequests: 20_000,
  reporters: 300,
  solved: 60,
  from48: 100,
  slowReaders: 400,
};

/** Enough to reach every limit. */
export const short: Scale = {
  visitorEveryMs: 200,
  idleMs: 1_000,
  withinMs: 300_000,
  removals: 1,
  junkClaims: 40,
  untilCleared: false,
  streams: 150,
  streamsHeldMs: 1_000,
  pageLoads: 400,
  pageLoadsMs: 300_000,
  floodMs: 300_000,
  floodRequests: 700,
  reporters: 10,
  solved: 15,
  from48: 45,
  slowReaders: 120,
};
