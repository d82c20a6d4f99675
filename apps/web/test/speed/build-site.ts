import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** A build of the web app, and its clean-up. */
export type Site = { webRoot: string; forget: () => void };

/** Builds the web app in a separate folder like a release, or uses the build at WEB_ROOT. */
export async function buildSite(): Promise<Site> {
  const built = process.env.WEB_ROOT;
  if (built) return { webRoot: built, forget: () => {} };
  const webRoot = mkdtempSync(join(tmpdir(), 'naughty-list-web-root-'));
  chmodSync(webRoot, 0o755);
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  await promisify(execFile)(process.execPath, [vite, 'build', '--outDir', webRoot, '--emptyOutDir=false'], {
    cwd: root,
    // A test runner's NODE_ENV would select React's development build.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  return { webRoot, forget: () => rmSync(webRoot, { recursive: true, force: true }) };
}
