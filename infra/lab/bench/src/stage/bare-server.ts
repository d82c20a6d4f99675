import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A response as received: its head as name, value, name, value. */
export type SeenAnswer = { head: string[]; body: Buffer };

/** A bare `node:http` server with one fixed response, in a separate process. */
export type BareServer = { url: string; pid: number | undefined; stop(): void };

export async function startBareServer({ head, body }: SeenAnswer): Promise<BareServer> {
  const child: ChildProcess = fork(fileURLToPath(new URL('./serve-bare.ts', import.meta.url)), [], {
    serialization: 'advanced',
  });
  child.send({ head, body });
  const [url] = (await once(child, 'message')) as [string];
  return { url, pid: child.pid, stop: () => child.disconnect() };
}
