import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { CLIENT_CORE, pin } from '../stage/cores.ts';
import type { LoadRequest } from './load.ts';
import type { LoadResult } from './load-result.ts';
import type { QueryRequest } from './query-load.ts';

/** The load generator, in a process of its own on the other core. */
export type LoadProcess = {
  pid: number | undefined;
  send(request: LoadRequest | QueryRequest): Promise<LoadResult>;
  close(): void;
};

export function openLoadProcess(): LoadProcess {
  const child = fork(fileURLToPath(new URL('./main.ts', import.meta.url)));
  pin(child.pid, CLIENT_CORE);
  return {
    pid: child.pid,
    send: (request) => ask(child, request),
    close: () => child.disconnect(),
  };
}

function ask(child: ChildProcess, request: LoadRequest | QueryRequest): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    child.once('message', ({ result, error }: { result?: LoadResult; error?: string }) => {
      if (result) resolve(result);
      else reject(new Error(error));
    });
    child.send(request);
  });
}
