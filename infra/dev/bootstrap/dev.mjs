import { ensureInstalled } from './install.mjs';
import { runStack } from './supervise.mjs';

/** Starts the product from its sources, follows every change of them, and runs until it has stopped. */
export async function run() {
  await ensureInstalled();
  return runStack('infra/dev/bootstrap/dev/main.ts');
}
