import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Balancer = { url: string; targets: string[]; close(): void };

/**
 * A plain HTTP balancer: each request goes to the next target, and to the one after it when nobody listens there. It
 * knows nothing of sessions, so whoever calls twice meets two copies.
 */
export async function startBalancer(targets: string[]): Promise<Balancer> {
  let turn = 0;
  const server = createServer(async (incoming, outgoing) => {
    const pieces: Buffer[] = [];
    for await (const piece of incoming) pieces.push(piece);
    const body = Buffer.concat(pieces);
    for (let tried = 0; tried < targets.length; tried += 1) {
      turn += 1;
      if (await passOn(incoming, { outgoing, body, target: targets[turn % targets.length] ?? '' })) return;
    }
    outgoing.writeHead(503).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, targets, close };
}

/** False when nobody listens there; what breaks off later breaks off for the caller too. */
function passOn(
  { method = 'GET', url = '/', headers, socket }: IncomingMessage,
  { outgoing, body, target }: { outgoing: ServerResponse; body: Buffer; target: string },
): Promise<boolean> {
  return new Promise((resolve) => {
    const from = { 'x-forwarded-for': socket.remoteAddress ?? '' };
    const sent = request(`${target}${url}`, { method, headers: { ...from, ...headers }, agent: false });
    sent.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
      outgoing.on('close', () => answer.destroy());
      resolve(true);
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') return resolve(false);
      outgoing.destroy();
      resolve(true);
    });
    sent.end(body);
  });
}
