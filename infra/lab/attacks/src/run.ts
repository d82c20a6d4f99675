import { setTimeout as sleep } from 'node:timers/promises';
import { describeRun, tableOf } from '@naughty-list/bench/report';
import { startChild } from '@naughty-list/bench/stage/child';
import type { Attack, Outcome } from './attack.ts';
import { observe } from './measure/visitors.ts';
import type { Scale } from './scale.ts';
import type { Sender } from './sender/main.ts';
import { startTarget } from './target.ts';

export type Result = { attack: Attack; outcome: Outcome };

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
  const sender = startChild<Sender>(new URL('./sender/main.ts', import.meta.url));
  const { url } = product.stack;
  const results: Result[] = [];
  try {
    for (const attack of attacks) {
      if (signal?.aborted) break;
      await attack.prepare?.(product, scale);
      log(`${attack.name}: idle`);
      const { seen: idle } = await observe(url, scale.visitorEveryMs, () => sleep(scale.idleMs));
      log(`${attack.name}: attack`);
      const outcome = await attack.run({
        product,
        sender,
        scale,
        idle,
        log: (line) => log(`${attack.name}: ${line}`),
        flood: (order) => sender.call('flood', { url, withinMs: scale.withinMs, ...order }),
        observe: (work) => observe(url, scale.visitorEveryMs, work),
      });
      results.push({ attack, outcome });
    }
    return results;
  } finally {
    sender.stop();
    await product.stop();
  }
}

export const broken = ({ checks }: Outcome): string[] =>
  checks.filter(({ holds }) => !holds).map(({ what }) => what);

/** A Markdown table of each attack's outcome, for README.md. */
export function describeResults(results: readonly Result[], command: string, loadBefore: string): string {
  const rows = results.map(({ attack: { title, bound }, outcome }) => {
    const wrong = broken(outcome).join('; ');
    return [title, outcome.sent, outcome.saw.join('; '), bound, wrong ? `**no**: ${wrong}` : 'yes'];
  });
  return `${describeRun(command, loadBefore)}\n\n${tableOf([['attack', 'sent', 'now', 'bound', 'holds'], ...rows])}`;
}
