import { Challenge } from '@naughty-list/contracts/challenge';
import type { Solution } from 'altcha-lib/types';

/** Solves a proof of work in a web worker and returns the payload for the retried call. */
export async function solve(received: unknown): Promise<string> {
  const challenge = Challenge.parse(received);
  const worker = new Worker(new URL('./solver.worker.ts', import.meta.url), { type: 'module' });
  try {
    const solution = await new Promise<Solution>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Solution | null>) =>
        data
          ? resolve(data)
          : reject(new Error("The bot check didn't finish. Reload the page and try again."));
      worker.onerror = () =>
        reject(new Error("This browser couldn't run the bot check. Please try another one."));
      worker.postMessage(challenge);
    });
    const { counter, derivedKey } = solution;
    return btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } }));
  } finally {
    worker.terminate();
  }
}
