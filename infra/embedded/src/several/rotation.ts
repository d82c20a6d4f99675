import { setTimeout as sleep } from 'node:timers/promises';
import { answersOk } from '../answers.ts';

/** Which of several copies of a service take new work, as a balancer knows it: by asking each at `/health/ready`. */
export type Rotation = {
  /** The ready ones, each time beginning with another. */
  inTurn(): string[];
  /** Settles when all are ready. */
  complete(signal?: AbortSignal): Promise<void>;
  isComplete(): boolean;
  close(): void;
};

const PROBE_EVERY_MS = 250;
/** One answer may get lost on a busy machine. */
const FAILURES_THAT_COUNT = 2;

/** `targets` may grow and shrink; each is a base URL. */
export function startRotation(targets: readonly string[]): Rotation {
  const failures = new Map<string, number>();
  const closed = new AbortController();
  let turn = 0;

  const isReady = (target: string) => (failures.get(target) ?? FAILURES_THAT_COUNT) < FAILURES_THAT_COUNT;
  const probe = async (target: string) => {
    const passed = await answersOk(`${target}/health/ready`);
    failures.set(target, passed ? 0 : (failures.get(target) ?? FAILURES_THAT_COUNT) + 1);
  };
  const isComplete = () => targets.every(isReady);
  async function keepProbing(): Promise<void> {
    while (!closed.signal.aborted) {
      await Promise.all(targets.map(probe));
      await sleep(PROBE_EVERY_MS, undefined, { signal: closed.signal }).catch(() => {});
    }
  }
  void keepProbing();

  return {
    inTurn() {
      const ready = targets.filter(isReady);
      turn += 1;
      const first = turn % Math.max(1, ready.length);
      return [...ready.slice(first), ...ready.slice(0, first)];
    },
    async complete(signal) {
      while (!isComplete()) await sleep(PROBE_EVERY_MS, undefined, signal ? { signal } : {});
    },
    isComplete,
    close: () => closed.abort(),
  };
}
