import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { CLIENT_CORE, pin } from './cores.ts';

/** An RPC endpoint that responds at once: a cache in front of the local chain. */
export type InstantRpc = { url: string; pid: number | undefined; stop(): void };

/** Runs on the load generator's core, since a provider is never on the product's machine. */
export async function startInstantRpc(chainUrl: string): Promise<InstantRpc> {
  const child: ChildProcess = fork(fileURLToPath(new URL('./serve-rpc.ts', import.meta.url)), [chainUrl]);
  pin(child.pid, CLIENT_CORE);
  const [url] = (await once(child, 'message')) as [string];
  return { url, pid: child.pid, stop: () => child.disconnect() };
}
