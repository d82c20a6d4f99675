import { ApiError } from '@naughty-list/contracts/errors';
import { unavailable } from '@naughty-list/service-kit/http/error-answers';
import { CLIENT_ID_HEADER } from '@naughty-list/service-kit/http/service-auth';
import type { FastifyRequest } from 'fastify';
import { Agent } from 'undici';
import { ask, type Upstream, type Upstreams } from '../proxy/upstreams.ts';
import { Feed } from './feed.ts';

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
