import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Balancer = { url: string; close(): void };

const KEEP_CLIENTS_MS = 300_000;

type Task = { outgoing: ServerResponse; body: Buffer; target: string; agent: Agent };

/**
 * A plain HTTP balancer, like one in front of the gateways: sends each request to the next process over keep-alive
 * connections, and to the one after it if the connection is refused. It has no sticky sessions and never repeats a
 * request: an interrupted one gets a 502.
 */
export async function startBalancer(targets: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const server = createServer({ keepAliveTimeout: KEEP_CLIENTS_MS }, async (incoming, outgoing) => {
    const pieces: Buffer[] = [];
    try {
      for await (const piece of incoming) pieces.push(piece);
    } catch {
      // The client disconnected before its request was complete.
      return;
    }
    const body = Buffer.concat(pieces);
    turn = (turn + 1) % targets.length;
    for (const target of [...targets.slice(turn), ...targets.slice(0, turn)])
      if (await passOn(incoming, { outgoing, body, target, agent })) return;
    outgoing.writeHead(503).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
    agent.destroy();
  };
  return { url: `http://127.0.0.1:${port}`, close };
}

/** False if the connection is refused. */
function passOn(
  { method = 'GET', url = '/', headers: { connection: _, ...headers }, socket }: IncomingMessage,
  { outgoing, body, target, agent }: Task,
): Promise<boolean> {
  return new Promise((resolve) => {
    const from = { 'x-forwarded-for': socket.remoteAddress ?? '' };
    const sent = request(`${target}${url}`, { method, headers: { ...from, ...headers }, agent });
    sent.on('response', (answer) => {
      const { connection: _kept, 'keep-alive': _hint, ...answered } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, answered);
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
      resolve(true);
    });
    outgoing.on('close', () => sent.destroy());
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') return resolve(false);
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
      resolve(true);
    });
    sent.end(body);
  });
}
