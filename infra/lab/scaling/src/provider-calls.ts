import type { Random } from './random.ts';
import type { Timeline } from './timeline.ts';

/** The behaviour of one RPC provider. */
export type ProviderModel = {
  /** Calls per second of one process: the verifier's own limit. 0: unlimited. */
  requestsPerSecond: number;
  /** Mean response time; exponentially distributed. */
  latencyMs: number;
  /** Share of calls without a usable response. */
  faults: number;
};

/** Calls of one process to its providers, in sequence until one responds. */
export type ProviderCalls = {
  /** Calls back with whether any provider responded. */
  ask(done: (answered: boolean) => void): void;
  made(): number;
};

/**
 * The verifier's own throttle (the generic cell rate algorithm with a burst of one second), on the simulation's
 * clock.
 */
export function openProviderCalls(
  models: readonly ProviderModel[],
  { timeline, random, timeoutMs }: { timeline: Timeline; random: Random; timeoutMs: number },
): ProviderCalls {
  const paidOffAt = models.map(() => 0);
  let made = 0;

  /** The call's wait for the throttle; undefined when that exceeds its timeout. */
  function turn(index: number, perSecond: number): number | undefined {
    if (perSecond === 0) return 0;
    const intervalMs = 1_000 / perSecond;
    const from = Math.max(paidOffAt[index] ?? 0, timeline.now());
    const waitMs = from - Math.max(0, 1_000 - intervalMs) - timeline.now();
    if (waitMs > timeoutMs) return undefined;
    paidOffAt[index] = from + intervalMs;
    return Math.max(0, waitMs);
  }

  function askFrom(index: number, done: (answered: boolean) => void): void {
    const model = models[index];
    const waitMs = model && turn(index, model.requestsPerSecond);
    if (!model) done(false);
    else if (waitMs === undefined) askFrom(index + 1, done);
    else timeline.after(waitMs, () => call(model, index, done));
  }

  function call(model: ProviderModel, index: number, done: (answered: boolean) => void): void {
    made += 1;
    const takesMs = Math.min(random.exponential(model.latencyMs), timeoutMs);
    const fails = takesMs === timeoutMs || random.uniform() < model.faults;
    timeline.after(takesMs, () => (fails ? askFrom(index + 1, done) : done(true)));
  }

  return { ask: (done) => askFrom(0, done), made: () => made };
}
