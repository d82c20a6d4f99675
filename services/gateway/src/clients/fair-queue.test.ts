import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createFairQueue, TooManyWaiting } from './fair-queue.ts';

it('runs two calls at a time, and lets networks take turns', async () => {
  const queue = createFairQueue({ concurrent: 2, perNetwork: 4 });
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const call = (network: string) =>
    queue.run(network, async () => {
      started.push(network);
      await new Promise<void>((end) => ends.push(end));
    });
  const crowd = Array.from({ length: 6 }, () => call('crowd').catch((error) => error));
  const honest = [call('one'), call('other')];
  await turn();
  expect(started).toEqual(['crowd', 'crowd']);
  for (let ended = 0; ended < 6; ended += 1) {
    expect(started.length).toBeLessThanOrEqual(ended + 2);
    ends[ended]?.();
    await turn();
  }
  expect(started).toEqual(['crowd', 'crowd', 'crowd', 'one', 'other', 'crowd']);
  await Promise.all(honest);
  expect((await Promise.all(crowd)).filter((outcome) => outcome instanceof TooManyWaiting)).toHaveLength(2);
  const again = call('crowd');
  await turn();
  ends.at(-1)?.();
  await again;
});
