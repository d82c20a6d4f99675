import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/**
 * Seconds of CPU time used by a process, all threads; with `children`, including its child processes, since a database
 * has one per connection. Undefined if the system does not report it.
 */
export function cpuSeconds(pid: number, { children = false } = {}): number | undefined {
  const own = statOf(pid);
  if (!own) return undefined;
  if (!children) return own.used;
  const others = allPids().flatMap((each) => statOf(each) ?? []);
  const theirs = others.filter(({ parent }) => parent === pid).reduce((sum, { used }) => sum + used, 0);
  return own.used + own.ofEnded + theirs;
}

const allPids = () =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0);

/**
 * From /proc/<pid>/stat (manual page proc_pid_stat(5)): the second field may contain spaces and parentheses, so parsing
 * starts after it.
 */
function statOf(pid: number): { parent: number; used: number; ofEnded: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const seconds = (field: number) => Number(fields[field]) / TICKS_PER_SECOND;
    return { parent: Number(fields[1]), used: seconds(11) + seconds(12), ofEnded: seconds(13) + seconds(14) };
  } catch {
    return undefined;
  }
}
