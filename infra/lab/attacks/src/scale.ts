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
  uncachedReads: number;
  reporters: number;
  solved: number;
  from48: number;
  fromNetwork: number;
  junk: number;
  appealed: number;
  slowReaders: number;
  waiting: number;
  waitingMs: number;
  burnRequests: number;
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
  uncachedReads: 2_000,
  reporters: 300,
  solved: 60,
  from48: 100,
  fromNetwork: 200,
  junk: 60,
  appealed: 400,
  slowReaders: 400,
  waiting: 1_500,
  waitingMs: 90_000,
  burnRequests: 4_000,
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
  uncachedReads: 100,
  reporters: 10,
  solved: 15,
  from48: 45,
  fromNetwork: 15,
  junk: 25,
  appealed: 120,
  slowReaders: 120,
  waiting: 60,
  waitingMs: 300_000,
  burnRequests: 100,
};
