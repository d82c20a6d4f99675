import type { Challenge } from '@naughty-list/contracts/challenge';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

const TIMEOUT_MS = 60_000;

self.onmessage = async ({ data: challenge }: MessageEvent<Challenge>) => {
  // Without a secure context there is no `crypto.subtle`; the page learns that it is not solved.
  const solution = await solveChallenge({ challenge, deriveKey, timeout: TIMEOUT_MS }).catch(() => null);
  self.postMessage(solution);
};
