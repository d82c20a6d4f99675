import type { Random } from '../chaos/random.ts';
import { again } from './again.ts';
import type { Crowd } from './crowd.ts';

const PAUSE_MS = 60;

/** Users who search for an account. */
export function lookUp({ call, random, over }: Crowd): Promise<void> {
  const paths = [
    () => '/api/scammer-reports?limit=20&offset=0',
    () => `/api/scammer-reports?limit=5&offset=${random.between(0, 200)}`,
    () => `/api/scammer-reports/search?q=rugger_${random.between(1, 500)}`,
    () => `/api/scammer-reports/search?q=${someLetters(random)}`,
    () => '/api/nice-reports',
    () => '/api/nice-reports/search?q=kind',
    () => '/api/token-config',
    () => '/api/hit-counter',
  ] as const;
  return again(PAUSE_MS, over, async () => call('look-up', random.pick(paths)()));
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'] as [string, ...string[]];

const someLetters = (random: Random) => random.pick(LETTERS) + random.pick(LETTERS) + random.pick(LETTERS);
