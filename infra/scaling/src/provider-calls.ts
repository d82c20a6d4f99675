import type { Random } from './random.ts';
import type { Timeline } from './timeline.ts';

/** One RPC provider as a verifier meets it. */
export type ProviderModel = {
  /** Calls a second that one process may make: the verifier's own limit. 0: none. */
  requestsPerSecond: number;
  /** Mean time of an answer; single ones are spread exponentially. */
  latencyMs: number;
  /** Share of calls without a usable answer. */
  faults: number;
};

/** Calls of one process to its providers, one after the other until one answers. */
export type ProviderCalls = {
  /** Calls back with whether any provider answered. */
  ask(done: (answered: boolean) => void): void;
  made(): number;
};

/** The verifier's own throttle (the generic cell rate algorithm, a second's worth at once), on the simulation's clock. */
export function openProviderCalls(
  models: readonly ProviderModel[],
  { timeline, random, timeoutMs }: { timeline: Timeline; random: Random; timeoutMs: number },
): ProviderCalls {
  const paidOffAt = models.map(() => 0);
  let made = 0;

  /** How long the call waits for its turn; nothing where that is longer than a call may take. */
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
