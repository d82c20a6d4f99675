import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** What is measured has one core for itself, what measures the other. */
export const SERVER_CORE = 0;
export const CLIENT_CORE = 1;

/** Whether processes can be kept on a core here: with `taskset`, of util-linux, and two cores. */
export const canPin: boolean = availableParallelism() > 1 && hasTaskset();

function hasTaskset(): boolean {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Keeps a process, all its threads and what it starts from now on, on one core; where that cannot be, nothing happens. */
export function pin(pid: number | undefined, core: number): void {
  if (pid === undefined || !canPin) return;
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(pid)], {
    stdio: 'ignore',
  });
}

/** Lets a process, and what it starts from now on, run on every core again. */
export function unpin(pid: number): void {
  if (!canPin) return;
  execFileSync(
    'taskset',
    ['--all-tasks', '--cpu-list', '--pid', `0-${availableParallelism() - 1}`, String(pid)],
    {
      stdio: 'ignore',
    },
  );
}
