import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
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

/** Headers that Node adds to every response. */
const added = new Set(['date', 'connection', 'keep-alive']);

/** Requests once and keeps the response byte for byte. */
export function seeAnswer(url: string, headers: Record<string, string>): Promise<SeenAnswer> {
  return new Promise((resolve, reject) => {
    get(url, { headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`));
        else resolve({ head: withoutAdded(response.rawHeaders), body: Buffer.concat(chunks) });
      });
    }).on('error', reject);
  });
}

function withoutAdded(raw: string[]): string[] {
  return raw.flatMap((name, at) =>
    at % 2 === 0 && !added.has(name.toLowerCase()) ? [name, raw[at + 1] ?? ''] : [],
  );
}
