import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Releases memory that only the start needed: parsed source, functions that ran once, and the enlarged heap. V8 would
 * keep it while a process is mostly idle. Blocks for a tenth of a second, so call it only while idle.
 */
export async function giveBackMemory(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NodeJS.GCFunction;
  await collect({ type: 'major', execution: 'async', flavor: 'last-resort' });
}
