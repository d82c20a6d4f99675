import type { ServerResponse } from 'node:http';
import type { Metrics } from '@naughty-list/service-kit/telemetry/metrics';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { createConcurrencyLimit, limitReached } from '../clients/concurrency-limit.ts';
import { streamShareOf } from '../clients/networks.ts';
import type { Constants } from '../config.ts';
import type { CallParts } from '../proxy/pass-on.ts';
import type { GuardedEndpoint } from '../proxy/proxied-endpoint.ts';
import { addForwarded } from '../proxy/proxy.ts';

export type StreamParts = CallParts & { constants: Constants; metrics: Metrics };

const tooMany = 'Too many open pages. Please close one and try again.';
const siteIsFull = 'Too many open pages on the whole site. Please try again in a moment.';

/** Forwards endpoints that respond with server-sent events, within limits per client, per network and in total. */
export function addEventStreams(
  app: FastifyInstance,
  endpoints: readonly GuardedEndpoint[],
  parts: StreamParts,
): void {
  const { eventStreamsMax: total, eventStreamsPerClient: perClient } = parts.constants;
  const open = new Set<ServerResponse>();
  const { onRefused } = countStreams(parts.metrics, () => open.size);
  const limit = createConcurrencyLimit({ perClient, shareOf: streamShareOf, total });
  // Shutdown does not wait for streams: clients reconnect.
  app.addHook('preClose', async () => {
    for (const stream of open) stream.end();
  });
  const admit: onRequestHookHandler = ({ ip }, { raw }, done) => {
    const { full, release } = limit.acquire(ip);
    if (full) {
      onRefused(full);
      return done(limitReached(full, full === 'total' ? siteIsFull : tooMany));
    }
    open.add(raw);
    raw.once('close', () => {
      open.delete(raw);
      release();
    });
    done();
  };
  const admitted = endpoints.map((each) => ({ ...each, onRequest: [...each.onRequest, admit] }));
  addForwarded(app, admitted, parts, { connections: total });
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
