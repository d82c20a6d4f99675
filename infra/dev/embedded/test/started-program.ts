import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isAlive, waitUntilGone } from '@naughty-list/embedded/processes';
import { onTestFinished } from 'vitest';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** As `npm start` runs it, supervised. */
export const SUPERVISED = fileURLToPath(
  new URL('../../bootstrap/test/supervised-start.mjs', import.meta.url),
);

/** A separate process that starts the stack, by default that of `npm start`. */
export class StartedProgram {
  output = '';
  readonly #child: ChildProcess;
  readonly #ended: Promise<number | NodeJS.Signals>;

  constructor(env: Record<string, string>, main = MAIN, ...args: string[]) {
    const child = spawn(process.execPath, [main, ...args], {
      env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
      });
    }
    this.#child = child;
    this.#ended = new Promise((resolve) => {
      child.once('close', (code, signal) => resolve(code ?? signal ?? -1));
    });
    onTestFinished(async () => {
      child.kill('SIGTERM');
      await this.#ended;
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Resolves to the exit code or the signal that ended it. */
  ended(): Promise<number | NodeJS.Signals> {
    return this.#ended;
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Resolves to the printed URL; rejects with the output when the program ends before. */
  async ready(): Promise<string> {
    for (;;) {
      const match = /^READY (\S+)$/m.exec(this.output);
      if (match?.[1]) return match[1];
      const over = await Promise.race([
        this.#ended.then(() => true),
        new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 25)),
      ]);
      if (over && !/^READY /m.test(this.output)) throw new Error(`It ended: ${this.output}`);
    }
  }

  /** The ids of the processes that it started itself. */
  children(): number[] {
    return childrenOf(this.pid);
  }

  /** The ids of all its descendant processes. */
  descendants(): number[] {
    return descendantsOf(this.pid);
  }
}

function childrenOf(parent: number): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  return rows.flatMap((line) => {
    const [pid = 0, ppid] = line.trim().split(/\s+/).map(Number);
    return ppid === parent && isAlive(pid) ? [pid] : [];
  });
}

const descendantsOf = (root: number): number[] =>
  childrenOf(root).flatMap((pid) => [pid, ...descendantsOf(pid)]);

/** The processes that still exist after a grace period. */
export async function stillThere(pids: number[]): Promise<number[]> {
  const left = await Promise.all(pids.map(async (pid) => ((await waitUntilGone(pid, 20_000)) ? [] : [pid])));
  return left.flat();
}
