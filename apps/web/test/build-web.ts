import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of the web app as it was built for this run. */
    webRoot: string;
  }
}

/**
 * Builds the web app once per run, aside, as a release is built: a process of its own, since the test runner's NODE_ENV
 * asks for React's slow build.
 */
export default async function buildWebForTests(project: TestProject): Promise<() => void> {
  const outDir = mkdtempSync(join(tmpdir(), 'naughty-list-web-root-'));
  chmodSync(outDir, 0o755);
  const root = fileURLToPath(new URL('..', import.meta.url));
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  await promisify(execFile)(process.execPath, [vite, 'build', '--outDir', outDir, '--emptyOutDir=false'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  project.provide('webRoot', outDir);
  return () => rmSync(outDir, { recursive: true, force: true });
}
