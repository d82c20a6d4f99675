import type { Challenge } from '@naughty-list/contracts/challenge';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

const TIMEOUT_MS = 60_000;

self.onmessage = async ({ data: challenge }: MessageEvent<Challenge>) => {
  // `crypto.subtle` requires a secure context; without it the page receives an error.
  const solution = await solveChallenge({ challenge, deriveKey, timeout: TIMEOUT_MS }).catch(() => null);
  self.postMessage(solution);
};
