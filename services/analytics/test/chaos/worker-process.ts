import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The analytics worker as in production: a separate process, killed without warning and restarted. */
export type WorkerProcess = {
  /** Kills the process (kill -9) and starts a new one at once. */
  killAndStart(): Promise<void>;
  stop(): Promise<void>;
};

export function startWorkerProcess(databaseUrl: string): WorkerProcess {
  const spawnWorker = () =>
    spawn(process.execPath, [join(import.meta.dirname, '../../src/main.ts'), 'worker'], {
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        DATABASE_URL: databaseUrl,
        QUEUE_URL: databaseUrl,
        INTERNAL_SECRET: 'the-secret-of-the-tests-0123456789',
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  let worker = spawnWorker();
  return {
    async killAndStart() {
      await end(worker, 'SIGKILL');
      worker = spawnWorker();
    },
    stop: () => end(worker, 'SIGTERM'),
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) {
    throw new Error(`The worker ended by itself (${child.exitCode ?? child.signalCode})`);
  }
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}
