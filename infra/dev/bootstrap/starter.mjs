import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const onLinux = process.platform === 'linux';

/**
 * Calls back when the parent npm has died without passing on a signal (kill -9). npm runs a script in a shell, which
 * would wait forever.
 */
export function onStarterGone(callback) {
  const parent = process.ppid;
  const viaShell = read(parent, 'args').includes('bootstrap.mjs');
  const starter = viaShell ? parentOf(parent) : parent;
  const watch = setInterval(() => {
    const orphaned = process.ppid !== parent || (viaShell && onLinux && parentOf(parent) !== starter);
    if (!orphaned && exists(starter)) return;
    clearInterval(watch);
    callback();
  }, 500);
  watch.unref();
}

function exists(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function parentOf(pid) {
  return Number(read(pid, 'ppid'));
}

/** `ppid` or `args` (the command line) of a process; empty when unknown. */
function read(pid, what) {
  try {
    if (!onLinux)
      return execFileSync('ps', ['-o', `${what}=`, '-ww', '-p', String(pid)], { encoding: 'utf8' }).trim();
    if (what === 'args') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field, a name in parentheses, may contain spaces; state and parent follow it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? '';
  } catch {
    return '';
  }
}
