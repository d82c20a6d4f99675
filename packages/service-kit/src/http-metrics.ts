import type { FastifyInstance } from 'fastify';
import { Histogram } from 'prom-client';
import type { Metrics } from './metrics.ts';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40];
/** What has no route of its own: everybody can make up paths. */
const UNKNOWN_ROUTE = 'unknown';

/** Counts and times every request by the pattern of its route. Event streams are left out: they last as long as somebody listens. */
export function addHttpMetrics(app: FastifyInstance, metrics: Metrics): void {
  const durations = requestDurations(metrics);
  app.addHook('onResponse', async (request, reply) => {
    if (String(reply.raw.getHeader('content-type')).startsWith('text/event-stream')) return;
    const route = request.routeOptions.url ?? UNKNOWN_ROUTE;
    durations.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1_000,
    );
  });
}

/** Two apps of one process share it. */
function requestDurations({ registers }: Metrics): Histogram<'method' | 'route' | 'status'> {
  const name = 'http_request_duration_seconds';
  const known = registers[0].getSingleMetric(name);
  if (known instanceof Histogram) return known;
  return new Histogram({
    name,
    help: 'From the request to the end of its answer, by method, route pattern and status',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  });
}
