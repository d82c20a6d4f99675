import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '@naughty-list/embedded/stack';

/** Changes that come together, e.g. of a checkout, restart once. */
const TOGETHER_MS = 100;

/** A running stack that starts again when a source has changed. What cannot start prints why, and waits for the next change. */
export function restartable(first: Stack, start: () => Promise<Stack>) {
  let stack: Stack | undefined = first;
  let changed: string | undefined;
  let running: Promise<void> | undefined;
  let isOver = false;

  async function restartWanted(): Promise<void> {
    await sleep(TOGETHER_MS);
    for (let file = changed; file !== undefined && !isOver; file = changed) {
      changed = undefined;
      console.log(`Restarting, ${file} changed`);
      const since = performance.now();
      await stack?.stop();
      stack = undefined;
      try {
        stack = await start();
        console.log(`Ready after ${((performance.now() - since) / 1_000).toFixed(1)} s`);
      } catch (error) {
        console.log(`${error instanceof Error ? error.message : error}\nStarts again with the next change`);
      }
    }
  }
  return {
    restart(file: string) {
      changed = file;
      running ??= restartWanted().finally(() => {
        running = undefined;
      });
    },
    /** Settles when nothing is being restarted. */
    settled: async () => running,
    async stop() {
      isOver = true;
      await running;
      await stack?.stop();
    },
    killHard: () => stack?.killHard(),
  };
}
