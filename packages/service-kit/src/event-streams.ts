import { ApiError } from '@naughty-list/contracts/errors';
import type { FastifyReply } from 'fastify';

/** One server-sent event: its data as JSON, and an id that a client repeats when it calls again. */
export type StreamedEvent = { data: unknown; id?: string };

/** Server-sent events, with a limit per client, heartbeats, and an end when the service stops. */
export type EventStreams = {
  /**
   * Sends events until they end, the client leaves, or the service stops; settles when the stream is over. `events` is told by
   * its signal that nobody listens any more. Throws an ApiError 429 where the client has too many streams open.
   */
  send(
    to: { reply: FastifyReply; clientId: string },
    events: (gone: AbortSignal) => AsyncIterable<StreamedEvent>,
  ): Promise<void>;
};

const RETRY_MS = 2_000;
const FULL_RETRY_SECONDS = 5;

/** `heartbeatMs`: how often a stream without news shows that it lives; `stopping` ends all of them. */
export function openEventStreams(settings: {
  heartbeatMs: number;
  perClient: number;
  stopping: AbortSignal;
}): EventStreams {
  const { heartbeatMs, perClient, stopping } = settings;
  const open = new Map<string, number>();
  return {
    async send({ reply, clientId }, events) {
      const before = open.get(clientId) ?? 0;
      if (before >= perClient) {
        throw new ApiError('too_many_requests', 'Too many open pages. Please close one and try again.', {
          retryAfter: FULL_RETRY_SECONDS,
        });
      }
      // Whoever asks for the head alone gets no event, and would wait for the last one in vain.
      if (reply.request.method === 'HEAD') {
        reply.hijack();
        reply.raw.writeHead(200, headers).end();
        return;
      }
      open.set(clientId, before + 1);
      const left = new AbortController();
      const gone = AbortSignal.any([left.signal, stopping]);
      reply.raw.on('close', () => left.abort());
      reply.raw.on('error', () => left.abort());
      reply.hijack();
      reply.raw.writeHead(200, headers);
      reply.raw.write(`retry: ${RETRY_MS}\n\n`);
      const heartbeat = setInterval(() => reply.raw.write(': still here\n\n'), heartbeatMs);
      try {
        for await (const event of events(gone)) {
          if (gone.aborted) break;
          reply.raw.write(asText(event));
        }
      } finally {
        clearInterval(heartbeat);
        const remaining = (open.get(clientId) ?? 1) - 1;
        if (remaining > 0) open.set(clientId, remaining);
        else open.delete(clientId);
        reply.raw.end();
      }
    },
  };
}

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  // Proxies in front of the product would gather the events otherwise.
  'x-accel-buffering': 'no',
};

function asText({ data, id }: StreamedEvent): string {
  return `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
}
