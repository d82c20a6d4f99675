import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Health } from '@naughty-list/contracts/health';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../lifecycle/clock.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { alive, LIVE_PATH, READY_PATH } from './drain.ts';
import { SERVICE_AUTH_HEADER, verifyCall } from './service-auth.ts';

/**
 * `GET /metrics` on a service's own port, which the gateway does not proxy. Open to loopback and private networks;
 * other callers must sign the call as services do.
 */
export function addMetricsRoute(
  app: FastifyInstance,
  { metrics, clock, secret }: { metrics: Metrics; clock: Clock; secret: string },
): void {
  app.get('/metrics', async (request, reply) => {
    const header = request.headers[SERVICE_AUTH_HEADER];
    const { method, url: path } = request;
    const signed = verifyCall({ header, secret, method, path, now: clock.now() });
    if (!signed && !isNearby(request))
      return reply.code(401).send({ message: 'Unauthorized', code: 'unauthorized' });
    const { text, contentType } = await metrics.read();
    return reply.type(contentType).send(text);
  });
}

/**
 * A private listener for `GET /metrics`, `/health/live` and `/health/ready`. Clients of a public port can exhaust that
 * one's limits, but not the probes that decide whether the process lives.
 */
export function openMetricsServer({
  metrics,
  readHealth,
  host,
  port,
}: {
  metrics: Metrics;
  readHealth: () => Promise<Health>;
  host: string;
  port: number;
}): {
  /** Resolves to the port. */
  listen(): Promise<number>;
  close(): Promise<void>;
} {
  const server = createServer(async (request, response) => {
    const path = request.method === 'GET' && request.url?.split('?', 1)[0];
    if (path === '/metrics') {
      const { text, contentType } = await metrics.read();
      response.writeHead(200, { 'content-type': contentType }).end(text);
    } else if (path === LIVE_PATH || path === READY_PATH) {
      const health = path === LIVE_PATH ? alive : await readHealth();
      const status = health.status === 'ok' ? 200 : 503;
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(health));
    } else response.writeHead(404).end();
  });
  return {
    listen: () =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen({ host, port }, () => resolve((server.address() as AddressInfo).port));
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Uses the socket's address; a forwarding header is not trusted and marks a proxied call. */
function isNearby({ socket, headers }: FastifyRequest): boolean {
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false;
  return isPrivateAddress(socket.remoteAddress ?? '');
}

export const isLoopback = (address: string): boolean => /^(::1$|(::ffff:)?127\.)/i.test(address);

/** Loopback, link-local and private ranges (RFC 1918, RFC 4193). */
export function isPrivateAddress(address: string): boolean {
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
  return (
    /^(127|10)\.\d+\.\d+\.\d+$/.test(plain) ||
    /^(192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\.\d+\.\d+$/.test(plain) ||
    plain === '::1' ||
    /^(f[cd]..|fe[89ab].):/.test(plain)
  );
}
