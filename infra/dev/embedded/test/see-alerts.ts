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

/** Many calls, and again a few scrapes later: a rate needs a sample before. */
export async function twice(call: (n: number) => Promise<unknown>): Promise<void> {
  for (const round of [0, 1]) {
    await Promise.all(Array.from({ length: 10 }, (_, n) => call(10 * round + n)));
    await sleep(3_000);
  }
}
