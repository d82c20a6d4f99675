import { execFileSync, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

/** What a process of its own does, by name. */
type Tasks = { [name: string]: (what: never) => unknown };

export type Child<T extends Tasks> = {
  pid: number | undefined;
  call<N extends keyof T>(task: N, ...what: Parameters<T[N]>): Promise<Awaited<ReturnType<T[N]>>>;
  stop(): void;
};

type Order = { id: number; task: string; what: never };
type Outcome = { id: number; result?: unknown; error?: string };

/** Starts a program that calls {@link serve}, so that what it does takes no time of this process. */
export function startChild<T extends Tasks>(program: URL): Child<T> {
  const child = fork(fileURLToPath(program), { serialization: 'advanced' });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  child.on('message', ({ id, result, error }: Outcome) => {
    if (error === undefined) waiting.get(id)?.resolve(result);
    else waiting.get(id)?.reject(new Error(error));
    waiting.delete(id);
  });
  child.once('exit', (code, signal) => {
    for (const { reject } of waiting.values()) reject(new Error(`${program} ended: ${signal ?? code}`));
  });
  let orders = 0;
  return {
    pid: child.pid,
    call(task, what?) {
      orders += 1;
      const outcome = Promise.withResolvers<unknown>();
      waiting.set(orders, outcome);
      child.send({ id: orders, task, what });
      // Typed by `Child`.
      return outcome.promise as Promise<never>;
    },
    stop: () => child.disconnect(),
  };
}

/** Carries out the tasks of the process that started this one, and ends with it. */
export function serve(tasks: Tasks): void {
  process.on('message', async ({ id, task, what }: Order) => {
    try {
      process.send?.({ id, result: await tasks[task]?.(what) });
    } catch (error) {
      process.send?.({ id, error: String(error) });
    }
  });
  process.on('disconnect', () => process.exit(0));
}

/** The measured processes have one core, the load generator the other. */
export const SERVER_CORE = 0;
export const CLIENT_CORE = 1;

/** Whether processes can be pinned to a core: requires `taskset` (util-linux) and two cores. */
export const canPin: boolean = availableParallelism() > 1 && hasTaskset();

function hasTaskset(): boolean {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Pins a process, all its threads and its future children to one core; does nothing if unsupported. */
export function pin(pid: number | undefined, core: number): void {
  if (pid === undefined || !canPin) return;
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(pid)], {
    stdio: 'ignore',
  });
}
