import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { runStack } from './supervise.mjs';

/** Starts the whole product and runs until it has stopped. */
export async function run(args) {
  await ensureInstalled();
  await ensureBuilt();
  return runStack('infra/dev/embedded/src/main.ts', args);
}

/** Starts the product from its sources, follows every change of them, and runs until it has stopped. */
export async function dev() {
  await ensureInstalled();
  return runStack('infra/dev/bootstrap/dev/main.ts');
}
