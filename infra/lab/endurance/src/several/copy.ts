import { join } from 'node:path';
import { answersOk } from '@naughty-list/embedded/answers';
import { launchNode } from '@naughty-list/embedded/node-process';
import { freePorts } from '@naughty-list/embedded/ports';
import { REPOSITORY } from '@naughty-list/embedded/repository';
import type { ServiceName } from '@naughty-list/embedded/service-environment';
import type { Stack } from '@naughty-list/embedded/stack';
import { Supervised } from '@naughty-list/embedded/supervised';

/** Web and jobs in one process, or one of them. */
export type CopyKind = 'all' | 'web' | 'worker';

/** An additional process of a service, beside the stack's own; its creator stops it. */
export type Copy = { service: ServiceName; kind: CopyKind; url: string; process: Supervised };

export type CopyOptions = {
  kind?: CopyKind;
  /** By default a free one. */
  port?: number;
  settings?: Record<string, string>;
  /** Whether it is restarted when it ends. */
  again?: boolean;
  log?: (line: string) => void;
};

/** Describes how to start a process; it reuses its port. */
export async function describeCopy(
  stack: Stack,
  service: ServiceName,
  { kind = 'all', port: chosen, settings = {}, again = false, log = () => {} }: CopyOptions = {},
): Promise<Copy> {
  const [free = 0] = chosen === undefined ? await freePorts(1) : [chosen];
  const url = `http://127.0.0.1:${free}`;
  const name = `${service} ${kind}`;
  const launch = (signal: AbortSignal) =>
    launchNode(
      {
        name,
        entry: join(REPOSITORY, 'services', service, 'src', 'main.ts'),
        args: [kind],
        env: {
          ...stack.environmentOf(service),
          HOST: '127.0.0.1',
          PORT: String(free),
          ...(service === 'gateway' ? { METRICS_PORT: '' } : {}),
          ...settings,
        },
        logFile: join(stack.dataDir, 'logs', `${service}-${kind}-${free}.log`),
        isReady: () => answersOk(`${url}/health/ready`),
      },
      signal,
    );
  return { service, kind, url, process: new Supervised({ name, launch, log, autoRestart: () => again }) };
}

/** The same, started. */
export async function startCopy(
  stack: Stack,
  service: ServiceName,
  options: CopyOptions = {},
): Promise<Copy> {
  const copy = await describeCopy(stack, service, options);
  await copy.process.start();
  return copy;
}
