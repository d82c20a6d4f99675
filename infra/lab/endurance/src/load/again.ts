import { setTimeout as sleep } from 'node:timers/promises';

/** Does something again and again, with pauses, until `over`; what is under way then comes to its end. */
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
