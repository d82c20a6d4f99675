import type { Endpoint } from '@naughty-list/contracts/endpoint';
import { REPORT_PAGE_MAX } from '@naughty-list/contracts/list-limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Pool } from 'undici';
import { type Fresh, type ReadResponse, revalidated } from '../responses/revalidated.ts';
import { answerHeaders } from './headers.ts';
import { ask, type Upstream, type Upstreams, unavailable } from './upstreams.ts';

/** The lists of one service, revalidated with it before each response. */
export type CachedLists = {
  /** Whether the response may be cached: the same for every client. */
  mayCache(request: FastifyRequest, endpoint: Endpoint): boolean;
  answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  close(): Promise<void>;
};

const CONNECT_TIMEOUT_MS = 3_000;
const CONNECTIONS = 16;
/** URLs that the site's own pages request: requests for other URLs must not evict them. */
const ofPages = new RegExp(String.raw`^[^?]+(\?limit=${REPORT_PAGE_MAX}&offset=0)?$`);

export function createCachedLists(upstreams: Upstreams, upstream: Upstream): CachedLists {
  const { callTimeoutMs } = upstreams;
  const breaker = upstreams.breakers[upstream];
  const pool = new Pool(upstreams.urls[upstream], {
    connect: { timeout: CONNECT_TIMEOUT_MS },
    connections: CONNECTIONS,
    headersTimeout: callTimeoutMs,
    bodyTimeout: callTimeoutMs,
  });

  const read: ReadResponse = async ({ url, encoding, etag, request }) => {
    const { statusCode, headers, body } = await ask(pool, upstreams, {
      upstream,
      path: url,
      headers: {
        accept: 'application/json',
        'accept-encoding': encoding,
        ...(etag === undefined ? {} : { 'if-none-match': etag }),
      },
      requestId: request.id,
    });
    const bytes = Buffer.from(await body.arrayBuffer());
    if (statusCode === 304) return 'unchanged';
    // 401 from a service is our misconfiguration (two secrets), not the client's error.
    if (statusCode === 401) request.log.error({ upstream }, 'the service refused the gateway');
    if (statusCode === 401 || statusCode === 503) throw unavailable();
    return { status: statusCode, headers: headOf(headers), bytes };
  };

  const guarded: ReadResponse = async (of) => {
    if (breaker.isOpen) throw unavailable();
    const call = breaker.begin();
    const fresh = await read(of).catch((error: unknown) => {
      call.failed(error);
      throw unavailable();
    });
    call.answered();
    return fresh;
  };

  return {
    mayCache: ({ method, url }, { path }) => method === 'GET' && isPlain(url, path),
    answer: revalidated(guarded, { isPinned: (url) => ofPages.test(url) }),
    close: () => pool.close(),
  };
}

function headOf(given: Parameters<typeof answerHeaders>[0]): Fresh['headers'] {
  const { 'content-length': _, ...headers } = answerHeaders(given);
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

/** URLs with any other query are passed through and not cached. */
function isPlain(url: string, path: string): boolean {
  return url.startsWith(path) && /^(\?limit=\d{1,4}(&offset=\d{1,9})?)?$/.test(url.slice(path.length));
}
