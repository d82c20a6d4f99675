import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { answersOk } from '@naughty-list/embedded/answers';

export type Balancer = { url: string; rotation: Rotation; close(): void };

const KEEP_CLIENTS_MS = 300_000;

type Task = { outgoing: ServerResponse; body: Buffer; target: string; agent: Agent };

/**
 * A plain HTTP balancer, like one in front of the gateways: sends each request to the next ready process over
 * keep-alive connections, and to the one after it if the connection is refused. It has no sticky sessions and never
 * repeats a request: an interrupted one gets a 502.
 */
export async function startBalancer(targets: readonly string[]): Promise<Balancer> {
  const rotation = startRotation(targets);
  const agent = new Agent({ keepAlive: true });
  const server = createServer({ keepAliveTimeout: KEEP_CLIENTS_MS }, async (incoming, outgoing) => {
    const pieces: Buffer[] = [];
    try {
      for await (const piece of incoming) pieces.push(piece);
    } catch {
      // The client disconnected before its request was complete.
      return;
    }
    const body = Buffer.concat(pieces);
    for (const target of rotation.inTurn())
      if (await passOn(incoming, { outgoing, body, target, agent })) return;
    outgoing.writeHead(503).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => {
    rotation.close();
    server.close();
    server.closeAllConnections();
    agent.destroy();
  };
  return { url: `http://127.0.0.1:${port}`, rotation, close };
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

/** The processes of a service that accept new work, determined like a balancer does: by polling `/health/ready`. */
type Rotation = {
  /** The ready ones, rotated on each call. */
  inTurn(): string[];
  /** Those that are not ready. */
  missing(): string[];
  /** Resolves when all are ready. */
  complete(signal?: AbortSignal): Promise<void>;
  close(): void;
};

const PROBE_EVERY_MS = 500;
const PROBE_MS = 4_000;
/**
 * Two seconds of "not ready" remove a process; missing responses need longer, since they may be caused by the machine
 * and affect all.
 */
const FAILURES_THAT_COUNT = 4;

/** `targets` may grow and shrink; each is a base URL. */
function startRotation(targets: readonly string[]): Rotation {
  const failures = new Map<string, number>();
  const underProbe = new Set<string>();
  let turn = 0;

  const isReady = (target: string) => (failures.get(target) ?? FAILURES_THAT_COUNT) < FAILURES_THAT_COUNT;
  const probe = async (target: string) => {
    if (underProbe.has(target)) return;
    underProbe.add(target);
    const passed = await answersOk(`${target}/health/ready`, PROBE_MS);
    underProbe.delete(target);
    failures.set(target, passed ? 0 : (failures.get(target) ?? FAILURES_THAT_COUNT) + 1);
  };
  const missing = () => targets.filter((target) => !isReady(target));
  const probeAll = () => {
    for (const target of targets) void probe(target);
  };
  probeAll();
  const timer = setInterval(probeAll, PROBE_EVERY_MS);

  return {
    inTurn() {
      const ready = targets.filter(isReady);
      turn += 1;
      const first = turn % Math.max(1, ready.length);
      return [...ready.slice(first), ...ready.slice(0, first)];
    },
    missing,
    async complete(signal) {
      while (missing().length > 0) await sleep(PROBE_EVERY_MS, undefined, signal ? { signal } : {});
    },
    close: () => clearInterval(timer),
  };
}
