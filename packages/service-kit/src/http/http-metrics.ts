import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Histogram } from 'prom-client';
import type { Clock } from '../lifecycle/clock.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { SERVICE_AUTH_HEADER, verifyCall } from './service-auth.ts';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40];
/** Requests without a route: clients can invent any path. */
const UNKNOWN_ROUTE = 'unknown';

/**
 * Counts and times requests by route pattern. Event streams are excluded: they last as long as the client listens.
 */
export function addHttpMetrics(app: FastifyInstance, { registers }: Metrics): void {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the request to the end of its response, by method, route pattern and status',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  });
  // Looking up a series by its labels dominates the cost of counting.
  const known = new Map<string, ReturnType<typeof durations.labels>>();
  app.addHook('onResponse', ({ method, routeOptions }, { raw, statusCode, elapsedTime }, done) => {
    if (!String(raw.getHeader('content-type')).startsWith('text/event-stream')) {
      const labels = [method, routeOptions.url ?? UNKNOWN_ROUTE, String(statusCode)];
      const key = labels.join(' ');
      const series = known.get(key) ?? durations.labels(...labels);
      known.set(key, series);
      series.observe(elapsedTime / 1_000);
    }
    done();
  });
}

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
