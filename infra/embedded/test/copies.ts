import { join } from 'node:path';
import { answersOk } from '../src/answers.ts';
import { launchNode } from '../src/node-process.ts';
import { freePorts } from '../src/ports.ts';
import { REPOSITORY } from '../src/repository.ts';
import type { Running } from '../src/running.ts';
import type { ServiceName } from '../src/service-environment.ts';
import type { Stack } from '../src/stack.ts';

export type Copy = Running & { url: string };

/** One more process of a service, web and worker, beside the stack's own; the caller stops it. */
export async function startCopy(
  stack: Stack,
  service: ServiceName,
  settings: Record<string, string> = {},
): Promise<Copy> {
  const [port = 0, metricsPort = 0] = await freePorts(2);
  const url = `http://127.0.0.1:${port}`;
  const name = `${service}-${port}`;
  const env = {
    ...stack.environmentOf(service),
    PORT: String(port),
    ...(service === 'gateway'
      ? { METRICS_PORT: String(metricsPort), VISIT_SPOOL_DIR: join(stack.dataDir, `visits-${port}`) }
      : {}),
    ...settings,
  };
  const running = await launchNode(
    {
      name,
      entry: join(REPOSITORY, 'services', service, 'src', 'embedded.ts'),
      env,
      logFile: join(stack.dataDir, 'logs', `${name}.log`),
      isReady: () => answersOk(`${url}/health/ready`),
      onSpawn: () => {},
    },
    new AbortController().signal,
  );
  return { ...running, url };
}
