import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from './child.ts';

/** Headers that Node adds to every response. */
const added = new Set(['date', 'connection', 'keep-alive']);

const tasks = {
  /** Serves what a URL answers, byte for byte: head and body are prepared, and every client gets the same. */
  async imitate({ url, headers }: { url: string; headers: Record<string, string> }): Promise<string> {
    const asked = get(url, { headers, agent: false });
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    const body = Buffer.concat(await response.toArray());
    if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`);
    const head = response.rawHeaders.flatMap((name, at, raw) =>
      at % 2 === 0 && !added.has(name.toLowerCase()) ? [name, raw[at + 1] ?? ''] : [],
    );
    const server = createServer((_request, outgoing) => outgoing.writeHead(200, head).end(body));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  },
};
export type BareServer = typeof tasks;

serve(tasks);
