import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Prometheus } from './prometheus.ts';

/** How an alert comes about in a running stack, what it then says, and how the cause is mended. */
export type AlertCase = {
  alert: string;
  summary: RegExp;
  cause: () => Promise<unknown>;
  mend: () => Promise<unknown>;
};

/** Makes each cause, sees its alert fire, mends the cause, and sees the alert clear; at the end none may be left. */
export function seeAlerts(prometheus: () => Prometheus, cases: readonly AlertCase[]): void {
  it.each(cases)('$alert fires ($summary) and clears', async ({ alert, summary, cause, mend }) => {
    try {
      await cause();
      await expect.poll(async () => (await prometheus().firing())[alert]).toMatch(summary);
    } finally {
      await mend();
    }
    await expect.poll(async () => (await prometheus().firing())[alert]).toBeUndefined();
  });

  it('and nothing else fires', async () => {
    await expect.poll(async () => Object.keys(await prometheus().firing())).toEqual([]);
  });
}

/** A cause that goes on, again and again, until it is mended. */
export function goingOn(work: () => Promise<unknown>): Pick<AlertCase, 'cause' | 'mend'> {
  let isOn = false;
  let ended = Promise.resolve();
  return {
    async cause() {
      isOn = true;
      ended = (async () => {
        while (isOn) await work();
      })();
      // It is thrown where the cause is mended.
      ended.catch(() => {});
    },
    mend() {
      isOn = false;
      return ended;
    },
  };
}

/** Ten calls at once, and a second later. */
export async function tenCalls(call: (n: number) => Promise<unknown>): Promise<void> {
  await Promise.all(Array.from({ length: 10 }, (_, n) => call(n)));
  await sleep(1_000);
}
