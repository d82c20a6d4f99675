import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '@naughty-list/contracts/errors';
import { createFairQueue } from './fair-queue.ts';
import { networksOf } from './networks.ts';

const RETRY_AFTER_SECONDS = 2;

/** @throws ApiError too_many_requests when the client's network has too many waiting */
export type HeavyWork = <T>(client: { ip: string }, work: () => Promise<T>) => Promise<T>;

/**
 * Runs one task at a time, networks (/24, /48) in turn, and pauses after each for as long as it took: at most half a
 * processor in all.
 */
export function createHeavyWork({ perNetwork }: { perNetwork: number }): HeavyWork {
  const queue = createFairQueue({ concurrent: 1, perNetwork });
  return ({ ip }, work) =>
    new Promise((resolve, reject) => {
      const workAndPause = async () => {
        const began = performance.now();
        await work().then(resolve, reject);
        await sleep(performance.now() - began);
      };
      queue.run(networksOf(ip).at(-1)?.key ?? ip, workAndPause).catch(() => {
        const message = 'Your network is sending many requests at once. Please try again in a moment.';
        reject(new ApiError('too_many_requests', message, { retryAfter: RETRY_AFTER_SECONDS }));
      });
    });
}
