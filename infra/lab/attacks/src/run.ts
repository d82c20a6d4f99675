import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack, Outcome } from './attack.ts';
import { observe, type Seen } from './measure/observe.ts';
import type { Scale } from './scale.ts';
import { startSender } from './sender/sender.ts';
import { startTarget } from './target.ts';

/** One attack, with the results of ordinary visitors before and during it. */
export type Result = { attack: Attack; outcome: Outcome; idle: Seen; during: Seen };

export type RunOptions = {
  attacks: readonly Attack[];
  scale: Scale;
  log: (line: string) => void;
  /** Ends the run after the current attack. */
  signal?: AbortSignal;
};

/** Starts the stack in a temporary folder, runs the attacks in sequence, and cleans up. */
export async function runAttacks({ attacks, scale, log, signal }: RunOptions): Promise<Result[]> {
  const product = await startTarget();
  const sender = startSender();
  const results: Result[] = [];
  try {
    for (const attack of attacks) {
      if (signal?.aborted) break;
      await attack.prepare?.(product, scale);
      log(`${attack.name}: idle`);
      const { seen: idle } = await observe(product, scale.visitorEveryMs, () => sleep(scale.idleMs));
      let during = idle;
      log(`${attack.name}: attack`);
      const outcome = await attack.run({
        product,
        sender,
        scale,
        idle,
        log: (line) => log(`${attack.name}: ${line}`),
        observe: async (work) => {
          const observed = await observe(product, scale.visitorEveryMs, work);
          during = observed.seen;
          return observed;
        },
      });
      results.push({ attack, outcome, idle, during });
      log([`${attack.name}: ${outcome.sent}`, ...outcome.saw, ...broken(outcome)].join('\n  '));
    }
    return results;
  } finally {
    sender.stop();
    await product.stop();
  }
}

export const broken = ({ checks }: Outcome): string[] =>
  checks.filter(({ holds }) => !holds).map(({ what }) => `DOES NOT HOLD: ${what}`);
