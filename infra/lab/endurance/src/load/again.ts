import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats an action with pauses until `over`; the last one is completed. */
export async function again(
  pauseMs: number,
  over: AbortSignal,
  doing: () => Promise<unknown>,
): Promise<void> {
  while (!over.aborted) {
    await doing();
    await sleep(pauseMs, undefined, { signal: over }).catch(() => {});
  }
}
