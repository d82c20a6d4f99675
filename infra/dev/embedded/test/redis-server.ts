import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '../src/ports.ts';

export type RedisServer = Awaited<ReturnType<typeof startRedisServer>>;

/** The program on this machine's path: `redis-server` or `valkey-server`. */
export const redisProgram: string | undefined = ['redis-server', 'valkey-server'].find((name) => {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
});

/**
 * Starts a Redis (or Valkey) on a free port, in its own folder, with an append-only file; `settings` are configuration
 * directives. `cluster` makes it a cluster of one node. It ends with this process unless killed earlier.
 * @throws Error when the machine has no Redis
 */
export async function startRedisServer({
  folder,
  settings = {},
  cluster = false,
}: {
  folder: string;
  settings?: Record<string, string>;
  cluster?: boolean;
}) {
  const program = redisProgram ?? '';
  if (!program) throw new Error('There is no redis-server on the path');
  const [port = 0, clusterPort = 0] = await freePorts(2);
  const configuration = {
    bind: '127.0.0.1',
    port: String(port),
    dir: folder,
    appendonly: 'yes',
    save: '',
    ...(cluster ? { 'cluster-enabled': 'yes', 'cluster-port': String(clusterPort) } : {}),
    ...settings,
  };
  const args = Object.entries(configuration).flatMap(([name, value]) => [`--${name}`, value]);
  let server: ChildProcess | undefined;

  /** Restarts it after it ended; data of the append-only file is loaded. */
  async function start(): Promise<void> {
    const started = spawn(program, args, { stdio: 'ignore' });
    server = started;
    while ((await ask(port, 'PING')) !== '+PONG') {
      if (started.exitCode !== null) throw new Error(`${program} ended with ${started.exitCode}`);
      await sleep(10);
    }
  }

  /** Sends a signal; if it is a terminating one, resolves once the process has ended. */
  async function kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const ended = server?.exitCode === null && server.signalCode === null ? once(server, 'exit') : undefined;
    server?.kill(signal);
    if (signal !== 'SIGSTOP' && signal !== 'SIGCONT') await ended;
  }

  process.once('exit', () => void server?.kill('SIGKILL'));
  await start();
  if (cluster) await joinAllSlots(port);
  return {
    /** The same after a restart. */
    url: `redis://127.0.0.1:${port}`,
    /** Process id of the latest start. */
    get pid() {
      return server?.pid;
    },
    kill,
    start,
  };
}

async function joinAllSlots(port: number): Promise<void> {
  await ask(port, 'CLUSTER ADDSLOTSRANGE 0 16383');
  while ((await ask(port, 'GET x')) !== '$-1') await sleep(10);
}

/** The first line of Redis's reply to a command; undefined without a reply. */
function ask(port: number, command: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${command}\r\n`));
    const end = (answer?: string) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('data', (data) => end(data.toString().split('\r\n', 1)[0]));
    socket.once('error', () => end());
    socket.once('close', () => end());
  });
}
