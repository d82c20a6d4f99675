import type { PassThrough } from 'node:stream';
import { ApiError } from '@naughty-list/contracts/errors';
import { LAST_EVENT_ID } from '@naughty-list/contracts/verifications';
import { openEventStream } from '@naughty-list/service-kit/http/event-streams';
import type { Metrics } from '@naughty-list/service-kit/telemetry/metrics';
import type { FastifyInstance } from 'fastify';
import { createConcurrencyLimit, limitReached } from '../clients/concurrency-limit.ts';
import { streamShareOf } from '../clients/networks.ts';
import type { Constants } from '../config.ts';
import { type GuardedEndpoint, routeOf } from '../proxy/proxied-endpoint.ts';
import type { Upstreams } from '../proxy/upstreams.ts';
import { createSharedStreams } from './shared-streams.ts';

export type StreamParts = {
  constants: Constants;
  metrics: Metrics;
  upstreams: Upstreams;
};

const tooMany = 'Too many open pages. Please close one and try again.';
const siteIsFull = 'Too many open pages on the whole site. Please try again in a moment.';

/**
 * Endpoints that respond with server-sent events. Clients that follow the same resource share one upstream stream.
 */
export function addEventStreams(
  app: FastifyInstance,
  endpoints: readonly GuardedEndpoint[],
  { constants, metrics, upstreams }: StreamParts,
): void {
  const { eventStreamsMax: total, eventStreamsPerClient: perClient, heartbeatMs } = constants;
  const streams = createSharedStreams(upstreams);
  const open = new Set<PassThrough>();
  const { onRefused } = countStreams(metrics, () => open.size);
  const limit = createConcurrencyLimit({ perClient, shareOf: streamShareOf, total });
  // Shutdown does not wait for streams: clients reconnect.
  app.addHook('preClose', async () => {
    for (const stream of open) stream.end();
  });
  app.addHook('onClose', () => streams.close());

  for (const each of endpoints) {
    const { endpoint, upstream } = each;
    app.route({
      ...routeOf(each),
      handler: async (request, reply) => {
        const params = endpoint.params?.safeParse(request.params);
        if (!params?.success) throw new ApiError('not_found', 'Not found');
        if (request.headers['last-event-id'] === LAST_EVENT_ID) return reply.code(204).send();
        const { id } = params.data as { id: string };
        const path = endpoint.path.replace(':id', id);
        const owner = typeof upstream === 'function' ? upstream(params.data) : upstream;
        const { full, release } = limit.acquire(request.ip);
        if (full) {
          onRefused(full);
          throw limitReached(full, full === 'total' ? siteIsFull : tooMany);
        }
        const stream = await streams.open({ upstream: owner, path }, request).catch((error) => {
          release();
          throw error;
        });
        const body = openEventStream(reply, heartbeatMs);
        const leave = stream.join(body);
        open.add(body);
        body.once('close', () => {
          open.delete(body);
          leave();
          release();
        });
        return reply;
      },
    });
  }
}

/** Reports open event streams, and counts refused ones by limit. */
function countStreams(metrics: Metrics, open: () => number): { onRefused: (limit: string) => void } {
  metrics.addSource({
    name: 'event_streams',
    gauges: { event_streams_open: { help: 'Event streams that clients have open' } },
    read: async () => ({ event_streams_open: [{ value: open() }] }),
  });
  const refused = metrics.addCounter({
    name: 'event_streams_refused_total',
    help: 'Event streams that were refused, by the limit that was met: a network of that size, or the total',
    labelNames: ['limit'],
  });
  return { onRefused: (limit) => refused({ limit: limit.replace('/', '') }) };
}
