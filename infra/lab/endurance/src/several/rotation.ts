import { setTimeout as sleep } from 'node:timers/promises';
import { answersOk } from '@naughty-list/embedded/answers';

/** The processes of a service that accept new work, determined like a balancer does: by polling `/health/ready`. */
export type Rotation = {
  /** The ready ones, rotated on each call. */
  inTurn(): string[];
  /** Those that are not ready. */
  missing(): string[];
  /** Resolves when all are ready. */
  complete(signal?: AbortSignal): Promise<void>;
  close(): void;
};

const PROBE_EVERY_MS = 500;
const PROBE_MS = 4_000;
/**
 * Two seconds of "not ready" remove a process; missing responses need longer, since they may be caused by the machine
 * and affect all.
 */
const FAILURES_THAT_COUNT = 4;

/** `targets` may grow and shrink; each is a base URL. */
export function startRotation(targets: readonly string[]): Rotation {
  const failures = new Map<string, number>();
  const underProbe = new Set<string>();
  let turn = 0;

  const isReady = (target: string) => (failures.get(target) ?? FAILURES_THAT_COUNT) < FAILURES_THAT_COUNT;
  const probe = async (target: string) => {
    if (underProbe.has(target)) return;
    underProbe.add(target);
    const passed = await answersOk(`${target}/health/ready`, PROBE_MS);
    underProbe.delete(target);
    failures.set(target, passed ? 0 : (failures.get(target) ?? FAILURES_THAT_COUNT) + 1);
  };
  const missing = () => targets.filter((target) => !isReady(target));
  const probeAll = () => {
    for (const target of targets) void probe(target);
  };
  probeAll();
  const timer = setInterval(probeAll, PROBE_EVERY_MS);

  return {
    inTurn() {
      const ready = targets.filter(isReady);
      turn += 1;
      const first = turn % Math.max(1, ready.length);
      return [...ready.slice(first), ...ready.slice(0, first)];
    },
    missing,
    async complete(signal) {
      while (missing().length > 0) await sleep(PROBE_EVERY_MS, undefined, signal ? { signal } : {});
    },
    close: () => clearInterval(timer),
  };
}
