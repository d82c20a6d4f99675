import { join } from 'node:path';
import { answersOk } from '../answers.ts';
import { launchNode } from '../node-process.ts';
import { freePorts } from '../ports.ts';
import { REPOSITORY } from '../repository.ts';
import type { Stack } from '../stack.ts';
import { Supervised } from '../supervised.ts';

const WITH_WORKERS = ['reports', 'membership', 'chain-verifier'] as const;

/** A second worker for each service that payments pass through, as a process of its own beside the one that has both. */
export async function startWorkers(stack: Stack, log: (line: string) => void): Promise<Supervised[]> {
  const ports = await freePorts(WITH_WORKERS.length);
  const workers = WITH_WORKERS.map((service, at) => {
    const name = `${service} worker`;
    const port = ports[at] ?? 0;
    const entry = join(REPOSITORY, 'services', service, 'src', 'worker.ts');
    const logFile = join(stack.dataDir, 'logs', `${service}-worker.log`);
    return new Supervised({
      name,
      log,
      autoRestart: () => true,
      launch: (signal) => {
        const env = { ...stack.environmentOf(service), HOST: '127.0.0.1', PORT: String(port) };
        const isReady = () => answersOk(`http://127.0.0.1:${port}/health/ready`);
        return launchNode({ name, entry, env, logFile, isReady, onSpawn: () => {} }, signal);
      },
    });
  });
  await Promise.all(workers.map((worker) => worker.start()));
  return workers;
}
