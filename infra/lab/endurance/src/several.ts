import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { answersOk, freePort } from '@naughty-list/embedded/ports';
import { launchNode, type Running } from '@naughty-list/embedded/processes';
import { REPOSITORY } from '@naughty-list/embedded/repository';
import type { ServiceName } from '@naughty-list/embedded/service-environment';
import type { Stack } from '@naughty-list/embedded/stack';

/** An additional process of a service, beside the stack's own; its creator stops it. */
export type Copy = Pick<Running, 'stop'> & { url: string; kill(): Promise<unknown> };

export async function startCopy(
  stack: Stack,
  service: ServiceName,
  settings: Record<string, string> = {},
): Promise<Copy> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const own = { HOST: '127.0.0.1', PORT: port, ...(service === 'gateway' && { METRICS_PORT: '' }) };
  const { pid, exited, stop } = await launchNode(
    {
      name: service,
      entry: join(REPOSITORY, 'services', service, 'src', 'main.ts'),
      args: ['all'],
      env: { ...stack.environmentOf(service), ...own, ...settings },
      logFile: join(stack.dataDir, 'logs', `${service}-${port}.log`),
      isReady: () => answersOk(`${url}/health/ready`),
    },
    new AbortController().signal,
  );
  const kill = () => {
    if (pid) process.kill(pid, 'SIGKILL');
    return exited;
  };
  return { url, stop, kill };
}

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
