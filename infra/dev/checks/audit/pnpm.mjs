import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../files.mjs';

/** Runs the workspace's own pnpm in the repository. */
export function pnpm(...args) {
  const program = join(root, 'node_modules', '.bin', 'pnpm');
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return { code: status, stdout: stdout ?? '', stderr: error ? error.message : stderr };
}
