import { CLIENT_CORE, pin, startChild } from '../stage/child.ts';
import type { LoadProcess, LoadRequest, LoadResult } from './load.ts';

/** Sends a load from a process of its own, on the other core. */
export function sendLoad(request: LoadRequest): Promise<LoadResult> {
  const child = startChild<LoadProcess>(new URL('./load.ts', import.meta.url));
  pin(child.pid, CLIENT_CORE);
  return child.call('load', request).finally(child.stop);
}

export const perSecond = ({ count, seconds }: LoadResult) => count / seconds;

/** As shown in the table. */
export function describeLoad(result: LoadResult): string {
  const { count, refused, p50, p99 } = result;
  const rate = Math.round(perSecond(result)).toLocaleString('en-US');
  const but = refused > 0 ? `, ${refused} of ${count} refused` : '';
  return `${rate}/s (p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms${but})`;
}
