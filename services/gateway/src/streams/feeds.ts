import type { Readable } from 'node:stream';
import { ApiError } from '@naughty-list/contracts/errors';
import { LAST_EVENT_ID } from '@naughty-list/contracts/verifications';
import { unavailable } from '@naughty-list/service-kit/http/error-answers';
import { CLIENT_ID_HEADER } from '@naughty-list/service-kit/http/service-auth';
import type { FastifyRequest } from 'fastify';
import { Agent } from 'undici';
import { ask, type Upstream, type Upstreams } from '../proxy/upstreams.ts';

/** One upstream stream per resource that clients of this gateway follow. */
export type Feeds = {
  /** @throws ApiError not_found, too_many_requests or service_unavailable, as the service responds */
  open(from: { upstream: Upstream; path: string }, request: FastifyRequest): Promise<Feed>;
  close(): Promise<void>;
};

const CONNECT_TIMEOUT_MS = 3_000;
// Longer than the heartbeat interval of the services.
const SILENCE_MS = 60_000;

export function createFeeds(upstreams: Upstreams): Feeds {
  const agent = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: upstreams.callTimeoutMs,
    bodyTimeout: SILENCE_MS,
  });
  const feeds = new Map<string, Promise<Feed>>();

  async function start(key: string, upstream: Upstream, request: FastifyRequest): Promise<Feed> {
    const over = new AbortController();
    const { statusCode, body } = await ask(agent, upstreams, {
      upstream,
      path: key,
      headers: { accept: 'text/event-stream', [CLIENT_ID_HEADER]: request.clientId },
      requestId: request.id,
      signal: over.signal,
    }).catch(() => {
      throw unavailable();
    });
    if (statusCode === 200) {
      return new Feed(body, () => {
        feeds.delete(key);
        over.abort();
      });
    }
    await body.dump();
    if (statusCode === 401) request.log.error({ upstream }, 'the service refused the gateway');
    throw statusCode === 404 ? new ApiError('not_found', 'Not found') : unavailable();
  }

  return {
    open({ upstream, path }, request) {
      const known = feeds.get(path);
      if (known !== undefined) return known;
      if (upstreams.breakers[upstream].isOpen) throw unavailable();
      const opening = start(path, upstream, request);
      feeds.set(path, opening);
      opening.catch(() => feeds.delete(path));
      return opening;
    },
    close: () => agent.destroy(),
  };
}

/** A subscriber: `write` receives text as it arrives, `end` is called when the feed is over. */
type Follower = { write(text: string): void; end(): void };

/** Longer than any event. */
const EVENT_MAX_LENGTH = 64 * 1024;

/**
 * Fans out the server-sent events of one resource. Each event carries the whole state, so a new subscriber starts
 * with the last one. Heartbeats and retry times are not passed on. `onOver` is called once, at the end or when the
 * last subscriber has left.
 */
export class Feed {
  readonly #followers = new Set<Follower>();
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

  get ended(): boolean {
    return this.#ended;
  }

  /** Returns a function to unsubscribe. */
  join(follower: Follower): () => void {
    if (this.#last !== undefined) follower.write(this.#last);
    if (this.#ended) {
      follower.end();
      return () => {};
    }
    this.#followers.add(follower);
    return () => {
      if (this.#followers.delete(follower) && this.#followers.size === 0) this.#end();
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
    for (const follower of this.#followers) follower.write(event);
    // Close after the last event.
    if (event.startsWith(`id: ${LAST_EVENT_ID}\n`)) this.#end();
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    const followers = [...this.#followers];
    this.#followers.clear();
    for (const follower of followers) follower.end();
    this.#onOver();
  }
}
