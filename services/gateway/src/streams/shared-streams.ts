import type { Readable, Writable } from 'node:stream';
import { ApiError } from '@naughty-list/contracts/errors';
import { LAST_EVENT_ID } from '@naughty-list/contracts/verifications';
import { unavailable } from '@naughty-list/service-kit/http/error-answers';
import { CLIENT_ID_HEADER } from '@naughty-list/service-kit/http/service-auth';
import type { FastifyRequest } from 'fastify';
import { Agent } from 'undici';
import { readUpstream, type Upstream, type Upstreams } from '../proxy/upstreams.ts';

/** One upstream stream per resource that clients of this gateway follow. */
export type SharedStreams = {
  /** @throws ApiError not_found, too_many_requests or service_unavailable, as the service responds */
  open(from: { upstream: Upstream; path: string }, request: FastifyRequest): Promise<SharedStream>;
  close(): Promise<void>;
};

const CONNECT_TIMEOUT_MS = 3_000;
// Longer than the heartbeat interval of the services.
const SILENCE_MS = 60_000;

export function createSharedStreams(upstreams: Upstreams): SharedStreams {
  const agent = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: upstreams.callTimeoutMs,
    bodyTimeout: SILENCE_MS,
  });
  const streams = new Map<string, Promise<SharedStream>>();

  async function start(key: string, upstream: Upstream, request: FastifyRequest): Promise<SharedStream> {
    const over = new AbortController();
    const { statusCode, body } = await readUpstream(agent, upstreams, {
      upstream,
      path: key,
      headers: { accept: 'text/event-stream', [CLIENT_ID_HEADER]: request.clientId },
      requestId: request.id,
      signal: over.signal,
    }).catch(() => {
      throw unavailable();
    });
    if (statusCode === 200) {
      return new SharedStream(body, () => {
        streams.delete(key);
        over.abort();
      });
    }
    await body.dump();
    if (statusCode === 401) request.log.error({ upstream }, 'the service refused the gateway');
    throw statusCode === 404 ? new ApiError('not_found', 'Not found') : unavailable();
  }

  return {
    open({ upstream, path }, request) {
      const known = streams.get(path);
      if (known !== undefined) return known;
      if (upstreams.breakers[upstream].isOpen) throw unavailable();
      const opening = start(path, upstream, request);
      streams.set(path, opening);
      opening.catch(() => streams.delete(path));
      return opening;
    },
    close: () => agent.destroy(),
  };
}

/** Longer than any event. */
const EVENT_MAX_LENGTH = 64 * 1024;

/**
 * Fans out the server-sent events of one resource. Each event carries the whole state, so a new subscriber starts
 * with the last one. Drops heartbeats and retry times. `onOver` is called once, at the end or when the
 * last subscriber has left.
 */
export class SharedStream {
  readonly #subscribers = new Set<Writable>();
  readonly #onOver: () => void;
  #last: string | undefined;
  #rest = '';
  #ended = false;

  constructor(source: Readable, onOver: () => void) {
    this.#onOver = onOver;
    source.setEncoding('utf8');
    source.on('data', (text: string) => this.#read(text));
    source.once('error', () => this.#end());
    source.once('close', () => this.#end());
  }

  /** Returns a function to unsubscribe. */
  join(subscriber: Writable): () => void {
    if (this.#last !== undefined) write(subscriber, this.#last);
    if (this.#ended) {
      subscriber.end();
      return () => {};
    }
    this.#subscribers.add(subscriber);
    return () => {
      if (this.#subscribers.delete(subscriber) && this.#subscribers.size === 0) this.#end();
    };
  }

  #read(text: string): void {
    const events = (this.#rest + text).split('\n\n');
    this.#rest = events.pop() ?? '';
    if (this.#rest.length > EVENT_MAX_LENGTH) this.#end();
    for (const event of events) if (/^(data|id):/.test(event)) this.#send(`${event}\n\n`);
  }

  #send(event: string): void {
    this.#last = event;
    for (const subscriber of this.#subscribers) write(subscriber, event);
    // Close after the last event.
    if (event.startsWith(`id: ${LAST_EVENT_ID}\n`)) this.#end();
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    const subscribers = [...this.#subscribers];
    this.#subscribers.clear();
    for (const subscriber of subscribers) subscriber.end();
    this.#onOver();
  }
}

/** One that ended, as that of a HEAD request, gets nothing. */
const write = (to: Writable, text: string) => void (to.writable && to.write(text));
