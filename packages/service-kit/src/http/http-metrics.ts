import type { FastifyInstance } from 'fastify';
import { Histogram } from 'prom-client';
import type { Metrics } from '../telemetry/metrics.ts';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40];
/** Requests without a route: clients can invent any path. */
const UNKNOWN_ROUTE = 'unknown';

/**
 * Counts and times requests by route pattern. Event streams are excluded: they last as long as the client listens.
 */
export function addHttpMetrics(app: FastifyInstance, metrics: Metrics): void {
  const durations = requestDurations(metrics);
  app.addHook('onResponse', (request, reply, done) => {
    if (!String(reply.raw.getHeader('content-type')).startsWith('text/event-stream')) {
      const { method, routeOptions } = request;
      durationOf(durations, [method, routeOptions.url ?? UNKNOWN_ROUTE, String(reply.statusCode)]).observe(
        reply.elapsedTime / 1_000,
      );
    }
    done();
  });
}

type Durations = Histogram<'method' | 'route' | 'status'>;
type Series = ReturnType<Durations['labels']>;
const known = new WeakMap<Durations, Map<string, Series>>();

/** Looking up a series by its labels dominates the cost of counting, so series are cached. */
function durationOf(durations: Durations, labels: [method: string, route: string, status: string]): Series {
  const found = known.get(durations) ?? new Map<string, Series>();
  known.set(durations, found);
  const key = labels.join(' ');
  const series = found.get(key) ?? durations.labels(...labels);
  found.set(key, series);
  return series;
}

/** Shared by two apps of one process. */
function requestDurations({ registers }: Metrics): Durations {
  const name = 'http_request_duration_seconds';
  const registered = registers[0].getSingleMetric(name);
  if (registered instanceof Histogram) return registered;
  return new Histogram({
    name,
    help: 'From the request to the end of its response, by method, route pattern and status',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  });
}
