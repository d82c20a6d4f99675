import { PassThrough } from 'node:stream';
import { ApiError } from '@naughty-list/contracts/errors';
import type { FastifyReply } from 'fastify';

/** One server-sent event: its data as JSON, and an id that a client repeats on reconnect. */
export type StreamedEvent = { data: unknown; id?: string };

/** Server-sent events, with a total limit, heartbeats, and an end when the service stops. */
export type EventStreams = {
  /**
   * Sends events until they end, the client leaves, or the service stops; resolves when the stream is over, and
   * aborts the signal given to `events`. Throws an ApiError 503 while too many streams are open.
   */
  send(
    to: { reply: FastifyReply },
    events: (gone: AbortSignal) => AsyncIterable<StreamedEvent>,
  ): Promise<void>;
};

/** Spreads reconnects of clients whose streams ended together. */
const RETRY_MS = { least: 2_000, spread: 3_000 };
const FULL_RETRY_SECONDS = 5;

/** Heartbeat interval of an idle stream: below the minute after which proxies close silent connections. */
const HEARTBEAT_MS = 15_000;

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  // Prevents proxies from buffering events.
  'x-accel-buffering': 'no',
};

/** Answers with a stream for events as text, with heartbeats; it closes when it is ended or the client leaves. */
function openEventStream(reply: FastifyReply, heartbeatMs = HEARTBEAT_MS): PassThrough {
  const stream = new PassThrough();
  const beat = () => void (stream.writable && stream.write(': still here\n\n'));
  const heart = setInterval(beat, heartbeatMs);
  stream.once('close', () => clearInterval(heart));
  stream.write(`retry: ${RETRY_MS.least + Math.floor(Math.random() * RETRY_MS.spread)}\n\n`);
  // A HEAD request gets no events and would wait forever.
  if (reply.request.method === 'HEAD') stream.end();
  reply.headers(HEADERS).send(stream);
  return stream;
}

/**
 * `heartbeatMs`: heartbeat interval of an idle stream; `max`: concurrent streams; `stopping` ends all of them. Limits
 * per client are the gateway's.
 */
export function openEventStreams(settings: {
  heartbeatMs?: number;
  max: number;
  stopping: AbortSignal;
}): EventStreams {
  const { heartbeatMs, max, stopping } = settings;
  let open = 0;
  return {
    async send({ reply }, events) {
      if (open >= max) {
        throw new ApiError('service_unavailable', 'Too many open pages. Please try again in a moment.', {
          retryAfter: FULL_RETRY_SECONDS,
        });
      }
      const stream = openEventStream(reply, heartbeatMs);
      const left = new AbortController();
      const gone = AbortSignal.any([left.signal, stopping]);
      open += 1;
      stream.once('close', () => {
        open -= 1;
        left.abort();
      });
      for await (const event of stream.writable ? events(gone) : []) {
        if (gone.aborted) break;
        stream.write(asText(event));
      }
      stream.end();
      // Until the response is over.
      await reply;
    },
  };
}

function asText({ data, id }: StreamedEvent): string {
  return `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
}
