import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { CLIENT_CORE, pin } from '../stage/cores.ts';
import { type LoadRequest, type LoadResult, perSecond } from './load.ts';

/** Sends a load from a process of its own, on the other core. */
export async function sendLoad(request: LoadRequest): Promise<LoadResult> {
  const child = fork(fileURLToPath(new URL('./main.ts', import.meta.url)));
  pin(child.pid, CLIENT_CORE);
  child.send(request);
  const [{ result, error }] = (await once(child, 'message')) as [{ result?: LoadResult; error?: string }];
  child.disconnect();
  if (!result) throw new Error(`${request.url}: ${error}`);
  return result;
}

/** As shown in the table. */
export function describeLoad(result: LoadResult): string {
  const count = Math.round(perSecond(result)).toLocaleString('en-US');
  const refused = result.refused > 0 ? `, ${result.refused} of ${result.answers} refused` : '';
  return `${count}/s (p50 ${result.medianMs.toFixed(1)} ms, p99 ${result.p99Ms.toFixed(1)} ms${refused})`;
}
