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

const RETRY_MS = 2_000;
const FULL_RETRY_SECONDS = 5;
export const HEARTBEAT = ': still here\n\n';

/** Heartbeat interval of an idle stream: below the minute after which proxies close silent connections. */
export const HEARTBEAT_MS = 15_000;

/**
 * `heartbeatMs`: heartbeat interval of an idle stream; `max`: concurrent streams; `stopping` ends all of them. Limits
 * per client are the gateway's, which shares one stream among all clients of a resource.
 */
export function openEventStreams(settings: {
  heartbeatMs?: number;
  max: number;
  stopping: AbortSignal;
}): EventStreams {
  const { heartbeatMs = HEARTBEAT_MS, max, stopping } = settings;
  const open = new Set<FastifyReply['raw']>();
  const heartbeats = sendHeartbeats(open, heartbeatMs);
  return {
    async send({ reply }, events) {
      if (open.size >= max) {
        throw new ApiError('service_unavailable', 'Too many open pages. Please try again in a moment.', {
          retryAfter: FULL_RETRY_SECONDS,
        });
      }
      const { raw } = reply;
      reply.hijack();
      // Set one by one, because request metrics read the content type back.
      raw.setHeaders(new Map(Object.entries(EVENT_STREAM_HEADERS))).writeHead(200);
      // A HEAD request gets no events and would wait forever.
      if (reply.request.method === 'HEAD') {
        raw.end();
        return;
      }
      open.add(raw);
      heartbeats.start();
      const left = new AbortController();
      const gone = AbortSignal.any([left.signal, stopping]);
      raw.on('close', () => left.abort());
      raw.on('error', () => left.abort());
      raw.write(`retry: ${RETRY_MS}\n\n`);
      try {
        for await (const event of events(gone)) {
          if (gone.aborted) break;
          raw.write(asText(event));
        }
      } finally {
        open.delete(raw);
        raw.end();
      }
    },
  };
}

export const EVENT_STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  // Prevents proxies from buffering events.
  'x-accel-buffering': 'no',
};

/** One timer, which runs while streams are open, writes heartbeats to one slice of them at a time. */
const SLICES = 10;

/** Writes a heartbeat to each of `streams` every `everyMs`. */
export function sendHeartbeats(
  streams: ReadonlySet<{ write(text: string): unknown }>,
  everyMs: number,
): { start(): void } {
  let timer: NodeJS.Timeout | undefined;
  let slice = 0;
  const writeSlice = () => {
    if (streams.size === 0) {
      clearInterval(timer);
      timer = undefined;
      return;
    }
    let at = 0;
    for (const stream of streams) {
      if (at % SLICES === slice) stream.write(HEARTBEAT);
      at += 1;
    }
    slice = (slice + 1) % SLICES;
  };
  return {
    start() {
      timer ??= setInterval(writeSlice, everyMs / SLICES);
    },
  };
}

function asText({ data, id }: StreamedEvent): string {
  return `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
}
