import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

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
