import { ApiError } from '@naughty-list/contracts/errors';
import { LAST_EVENT_ID } from '@naughty-list/contracts/verifications';
import { EVENT_STREAM_HEADERS, sendHeartbeats } from '@naughty-list/service-kit/http/event-streams';
import { REQUEST_ID_HEADER } from '@naughty-list/service-kit/http/service-auth';
import type { Metrics } from '@naughty-list/service-kit/telemetry/metrics';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { createConcurrencyLimit, limitReached } from '../clients/concurrency-limit.ts';
import { streamShareOf } from '../clients/networks.ts';
import type { Constants } from '../config.ts';
import type { ProxiedEndpoint } from '../proxy/proxied-endpoint.ts';
import type { Upstreams } from '../proxy/upstreams.ts';
import { createSharedStreams, type SharedStream } from './shared-streams.ts';

export type StreamParts = {
  constants: Constants;
  metrics: Metrics;
  upstreams: Upstreams;
};

const tooMany = 'Too many open pages. Please close one and try again.';
const siteIsFull = 'Too many open pages on the whole site. Please try again in a moment.';

/** Spreads reconnects of clients whose streams ended together. */
const RETRY_MS = { least: 2_000, spread: 3_000 };

/**
 * Endpoints that respond with server-sent events. Clients that follow the same resource share one upstream stream.
 */
export function addEventStreams(
  app: FastifyInstance,
  endpoints: readonly (ProxiedEndpoint & { onRequest: onRequestHookHandler[] })[],
  { constants, metrics, upstreams }: StreamParts,
): void {
  const { eventStreamsMax: total, eventStreamsPerClient: perClient, heartbeatMs } = constants;
  const streams = createSharedStreams(upstreams);
  const open = new Set<FastifyReply['raw']>();
  const hearts = sendHeartbeats(open, heartbeatMs);
  const { onRefused } = countStreams(metrics, () => open.size);
  const limit = createConcurrencyLimit({ perClient, shareOf: streamShareOf, total });
  // Shutdown does not wait for streams: clients reconnect.
  app.addHook('preClose', async () => {
    for (const stream of open) stream.end();
  });
  app.addHook('onClose', () => streams.close());

  function send(stream: SharedStream, reply: FastifyReply, request: FastifyRequest, done: () => void): void {
    const { raw } = reply;
    raw.once('close', () => {
      open.delete(raw);
      leave();
      done();
    });
    writeHead(reply, request);
    raw.write(`retry: ${RETRY_MS.least + Math.floor(Math.random() * RETRY_MS.spread)}\n\n`);
    open.add(raw);
    hearts.start();
    const leave = stream.join(raw);
  }

  for (const { endpoint, upstream, onRequest } of endpoints) {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      onRequest,
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
        const isHead = request.method === 'HEAD';
        if (isHead || request.socket.destroyed) {
          release();
          stream.join({ write: () => {}, end: () => {} })();
          if (isHead) writeHead(reply, request).raw.end();
        } else send(stream, reply, request, release);
        return reply;
      },
    });
  }
}

/** Bypasses Fastify's `send`, which would end the response with the handler. */
function writeHead(reply: FastifyReply, { id, server }: FastifyRequest): FastifyReply {
  const { raw } = reply.hijack();
  const { securityHead } = server;
  for (let at = 0; at < securityHead.length; at += 2)
    raw.setHeader(securityHead[at] ?? '', securityHead[at + 1] ?? '');
  for (const [name, value] of Object.entries(reply.getHeaders())) raw.setHeader(name, value ?? '');
  for (const [name, value] of Object.entries(EVENT_STREAM_HEADERS)) raw.setHeader(name, value);
  raw.setHeader(REQUEST_ID_HEADER, id);
  raw.writeHead(200);
  return reply;
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
