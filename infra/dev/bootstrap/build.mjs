import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { oneLineError, root, run, step } from './run.mjs';

export const builtWebApp = join(root, 'apps', 'web', 'dist');

/** Builds the web app; Turborepo restores an earlier build when its inputs have not changed. */
export async function ensureBuilt() {
  if (existsSync(builtWebApp)) return build();
  return step('Building the web app', build);
}

async function build() {
  const { code, output } = await run([
    'turbo',
    'run',
    'build',
    '--filter=@naughty-list/web',
    '--output-logs=errors-only',
  ]);
  if (code === 0) return;
  process.stderr.write(output);
  throw oneLineError('Building the web app failed; the reason is above.');
}
