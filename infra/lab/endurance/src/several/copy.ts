import { join } from 'node:path';
import { launchNode } from '@naughty-list/embedded/node-process';
import { answersOk, freePort } from '@naughty-list/embedded/ports';
import type { Running } from '@naughty-list/embedded/processes';
import { REPOSITORY } from '@naughty-list/embedded/repository';
import type { ServiceName } from '@naughty-list/embedded/service-environment';
import type { Stack } from '@naughty-list/embedded/stack';

/** An additional process of a service, beside the stack's own; its creator stops it. */
export type Copy = Pick<Running, 'stop'> & { url: string; kill(): Promise<unknown> };

export async function startCopy(
  stack: Stack,
  service: ServiceName,
  settings: Record<string, string> = {},
): Promise<Copy> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const own = { HOST: '127.0.0.1', PORT: port, ...(service === 'gateway' && { METRICS_PORT: '' }) };
  const { pid, exited, stop } = await launchNode(
    {
      name: service,
      entry: join(REPOSITORY, 'services', service, 'src', 'main.ts'),
      args: ['all'],
      env: { ...stack.environmentOf(service), ...own, ...settings },
      logFile: join(stack.dataDir, 'logs', `${service}-${port}.log`),
      isReady: () => answersOk(`${url}/health/ready`),
    },
    new AbortController().signal,
  );
  const kill = () => {
    if (pid) process.kill(pid, 'SIGKILL');
    return exited;
  };
  return { url, stop, kill };
}
