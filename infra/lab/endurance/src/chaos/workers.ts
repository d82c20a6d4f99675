import type { Stack } from '@naughty-list/embedded/stack';
import type { Supervised } from '@naughty-list/embedded/supervised';
import { startCopy } from '../several/copy.ts';

const WITH_WORKERS = ['reports', 'membership', 'chain-verifier'] as const;

/**
 * Starts a second worker of each service involved in payments, as a separate process beside the one with both roles.
 */
export async function startWorkers(stack: Stack, log: (line: string) => void): Promise<Supervised[]> {
  const workers = WITH_WORKERS.map((service) =>
    startCopy(stack, service, { kind: 'worker', again: true, log }),
  );
  return (await Promise.all(workers)).map(({ process }) => process);
}
