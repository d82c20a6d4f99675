import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Lets go of what the start alone needed: text that was parsed, functions that ran once, the larger heap that took both.
 * V8 would keep them for as long as a process has little to do. Takes a tenth of a second, so nobody may be waiting.
 */
export async function giveBackMemory(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NodeJS.GCFunction;
  await collect({ type: 'major', execution: 'async', flavor: 'last-resort' });
}
