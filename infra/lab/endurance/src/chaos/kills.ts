import { setTimeout as sleep } from 'node:timers/promises';
import type { Supervised } from '@naughty-list/embedded/supervised';
import type { Random } from './random.ts';

const READY_MS = 20_000;

/**
 * Kills one process after another with SIGKILL, sometimes two at once, occasionally all; the next when the last is
 * back. Resolves when `signal` is aborted and everything is back.
 */
export async function killAtRandom(
  victims: readonly [Supervised, ...Supervised[]],
  how: { random: Random; pauseMs: [number, number]; killed: Map<string, number>; signal: AbortSignal },
): Promise<void> {
  const { random, pauseMs, killed, signal } = how;
  while (!signal.aborted) {
    await sleep(random.between(...pauseMs), undefined, { signal }).catch(() => {});
    if (signal.aborted) break;
    const chosen = choose(victims, random);
    await Promise.all(
      chosen
        .filter(({ pid }) => pid !== undefined)
        .map(async (victim) => {
          killed.set(victim.name, (killed.get(victim.name) ?? 0) + 1);
          // It may have ended by itself just now.
          await victim.kill('SIGKILL').catch(() => {});
        }),
    );
    // Starts are slow on a busy machine: without this, nothing would ever be up.
    const back = Promise.all(chosen.map((victim) => victim.ready().catch(() => {})));
    await Promise.race([back, sleep(READY_MS, undefined, { ref: false })]);
  }
  await Promise.all(victims.map((victim) => victim.ready()));
}

function choose(victims: readonly [Supervised, ...Supervised[]], random: Random): readonly Supervised[] {
  const how = random.next();
  if (how < 0.05) return victims;
  if (how < 0.8) return [random.pick(victims)];
  return [...new Set([random.pick(victims), random.pick(victims)])];
}
