import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '@naughty-list/contracts/errors';
import { networksOf } from './networks.ts';
import { createTurns } from './turns.ts';

const RETRY_AFTER_SECONDS = 2;

/** @throws ApiError too_many_requests when the client's network has too many waiting */
export type HeavyWork = <T>(client: { ip: string }, work: () => Promise<T>) => Promise<T>;

/**
 * Does one piece of work after the other, networks (/24, /48) in turn, with a pause after each as long as it took: at
 * most half a processor, whatever is asked for.
 */
export function createHeavyWork({ places }: { places: number }): HeavyWork {
  const turns = createTurns({ concurrent: 1, places });
  return ({ ip }, work) =>
    new Promise((resolve, reject) => {
      const workAndPause = async () => {
        const began = performance.now();
        await work().then(resolve, reject);
        await sleep(performance.now() - began);
      };
      turns.run(networksOf(ip).at(-1)?.key ?? ip, workAndPause).catch(() => {
        const message = 'Your network is sending many requests at once. Please try again in a moment.';
        reject(new ApiError('too_many_requests', message, { retryAfter: RETRY_AFTER_SECONDS }));
      });
    });
}
