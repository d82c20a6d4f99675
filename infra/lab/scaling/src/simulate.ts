import { openProviderCalls, type ProviderCalls, type ProviderModel } from './provider-calls.ts';
import { createRandom } from './random.ts';
import { createTally, type Result } from './tally.ts';
import { createTimeline } from './timeline.ts';

/** The simulated claims, verifiers and providers. */
export type Scenario = {
  seed: number;
  /** Simulated time, in milliseconds. */
  lastsMs: number;
  claimsPerSecond: number;
  /** Verifier processes, and the concurrency of each. */
  verifiers: number;
  concurrency: number;
  /** Providers in the order in which they are called. */
  providers: readonly ProviderModel[];
  rpcTimeoutMs: number;
  /** From the claim until its transaction is finalised; it is polled until then. */
  finalityMs: number;
  /** Database and CPU time of one attempt, besides the calls. */
  workMs: number;
  backoffMs: number;
  maxBackoffMs: number;
  /**
   * When the owner first requests the verdict again; doubles up to half a minute, or a quarter of the claim's age.
   */
  sweepAfterMs: number;
};

type Claim = { at: number; finalAt: number; round: number; decided: boolean };
type Job = { claim: Claim; round: number; tries: number; waitsSince: number };
type Verifier = { free: number; calls: ProviderCalls };

const LONGEST_SWEEP_MS = 30_000;

/** Runs a scenario; the same seed gives the same result. */
export function simulate(scenario: Scenario): Result {
  const { seed, lastsMs, claimsPerSecond, rpcTimeoutMs: timeoutMs } = scenario;
  const random = createRandom(seed);
  const timeline = createTimeline();
  const tally = createTally(lastsMs);
  const verifiers: Verifier[] = Array.from({ length: scenario.verifiers }, () => ({
    free: scenario.concurrency,
    calls: openProviderCalls(scenario.providers, { timeline, random, timeoutMs }),
  }));
  const waiting = createLine<Job>();

  function arrive(): void {
    const at = timeline.now();
    const claim = { at, finalAt: at + scenario.finalityMs, round: 0, decided: false };
    tally.arrived(at);
    add({ claim, round: 0, tries: 0, waitsSince: at });
    timeline.after(scenario.sweepAfterMs, () => sweep(claim));
    timeline.after(random.exponential(1_000 / claimsPerSecond), arrive);
  }

  /** The owner's sweep without a verdict: a job of a new round, which makes older ones obsolete. */
  function sweep(claim: Claim): void {
    if (claim.decided) return;
    claim.round += 1;
    add({ claim, round: claim.round, tries: 0, waitsSince: timeline.now() });
    const doubled = Math.min(scenario.sweepAfterMs * 2 ** claim.round, LONGEST_SWEEP_MS);
    timeline.after(Math.max(doubled, (timeline.now() - claim.at) / 4), () => sweep(claim));
  }

  function add(job: Job): void {
    job.waitsSince = timeline.now();
    waiting.push(job);
    tally.depth(waiting.length());
    work();
  }

  function work(): void {
    while (waiting.length() > 0) {
      // The least loaded, as an idle worker takes the next job.
      const verifier = verifiers.reduce((best, one) => (one.free > best.free ? one : best));
      if (verifier.free === 0) return;
      const job = waiting.shift();
      tally.started(timeline.now() - job.waitsSince);
      verifier.free -= 1;
      attempt(job, verifier, () => {
        verifier.free += 1;
        work();
      });
    }
  }

  function attempt(job: Job, { calls }: Verifier, ended: () => void): void {
    const { claim } = job;
    timeline.after(scenario.workMs, () => {
      if (claim.decided || claim.round > job.round) return ended();
      // First the status, then the transaction once it is final.
      calls.ask((knowsStatus) => {
        if (!knowsStatus || timeline.now() < claim.finalAt) return retry(job, ended);
        calls.ask((hasTransaction) => {
          if (!hasTransaction) return retry(job, ended);
          if (!claim.decided) tally.decided(timeline.now(), claim.at);
          claim.decided = true;
          ended();
        });
      });
    });
  }

  function retry(job: Job, ended: () => void): void {
    job.tries += 1;
    const delayMs = Math.min(scenario.backoffMs * 2 ** (job.tries - 1), scenario.maxBackoffMs);
    timeline.after(delayMs * (0.8 + random.uniform() * 0.2), () => add(job));
    ended();
  }

  timeline.after(random.exponential(1_000 / claimsPerSecond), arrive);
  timeline.runUntil(lastsMs);
  return tally.result(verifiers.reduce((sum, { calls }) => sum + calls.made(), 0));
}

/** A FIFO queue that does not shift its items. */
function createLine<T>() {
  let items: T[] = [];
  let next = 0;
  return {
    length: () => items.length - next,
    push: (item: T) => void items.push(item),
    shift(): T {
      const item = items[next++] as T;
      if (next > 10_000) {
        items = items.slice(next);
        next = 0;
      }
      return item;
    },
  };
}
