import { fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolders } from './data-folder.ts';
import { COMPILE_CACHE } from './processes.ts';
import { ReadableError } from './readable-error.ts';
import { inheritedEnvironment, type ServiceName } from './service-environment.ts';
import type { Stack, StackOptions } from './stack-parts.ts';

/** What the process reports. */
export type Report = { line: string } | { failed: string } | { started: Started };
type Started = Pick<Stack, 'url' | 'rpcUrl' | 'databaseUrl' | 'dataDir'> & {
  environments: Record<ServiceName, Record<string, string>>;
};

/** Starts a stack in one process beside this one, as `npm start` runs it. It ends with this process. */
export async function startBeside({ log, signal: _, ...options }: StackOptions): Promise<Stack> {
  const logs = join(options.dataDir, 'logs');
  makeFolders(logs);
  const output = openSync(join(logs, 'naughty-list.log'), 'a', 0o600);
  const child = fork(join(import.meta.dirname, 'stack-process.ts'), {
    detached: true,
    // As `npm start` does: the default young generation takes 48 MB, which a start fills and V8 never releases.
    execArgv: ['--max-semi-space-size=4'],
    env: { ...inheritedEnvironment(), NODE_ENV: 'production', NODE_COMPILE_CACHE: COMPILE_CACHE },
    stdio: ['ignore', output, output, 'ipc'],
  });
  closeSync(output);
  const exited = once(child, 'exit');
  child.send(options);
  const { environments, ...started } = await new Promise<Started>((resolve, reject) => {
    child.on('message', (report: Report) => {
      if ('line' in report) log?.(report.line);
      else if ('failed' in report) reject(new ReadableError(report.failed));
      else resolve(report.started);
    });
    void exited.then(([code, signal]) =>
      reject(new Error(`The stack ended at its start (${signal ?? `exit code ${code}`}), see ${logs}`)),
    );
  });
  child.unref();
  child.channel?.unref();
  return {
    ...started,
    environmentOf: (name) => environments[name],
    async stop() {
      child.ref();
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await exited;
    },
    killHard: () => void child.kill('SIGKILL'),
  };
}
