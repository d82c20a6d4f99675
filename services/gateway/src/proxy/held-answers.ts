import type { Endpoint } from '@naughty-list/contracts/endpoint';
import { REPORT_PAGE_MAX } from '@naughty-list/contracts/list-limits';
import { sharedRead, socketsRead } from '@naughty-list/service-kit/http/shared-read';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Pool } from 'undici';
import { chooseEncoding } from '../responses/document.ts';
import { makeReady, type ReadyAnswer, sendReady } from '../responses/ready-answer.ts';
import { answerHeaders } from './headers.ts';
import { keepRecent } from './keep-recent.ts';
import { ask, type Upstream, type Upstreams, unavailable } from './upstreams.ts';

/** Cached responses of one service, revalidated with it before each is sent. */
export type HeldAnswers = {
  /** Whether the response may be cached: the same for every client. */
  holds(request: FastifyRequest, endpoint: Endpoint): boolean;
  answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  close(): Promise<void>;
};

/** The cached response of one URL in one encoding. */
type Held = { etag: string; whole: ReadyAnswer; unchanged: ReadyAnswer };
/** What to send now: the cached response, or the service's own when it cannot be cached. */
type Now = { held: Held } | { other: ReadyAnswer };

/** The last response, and the time since it was revalidated. */
type Stale = { held: Held; ageSeconds: number };
type Reader = {
  read(request: FastifyRequest): Promise<Now>;
  /** The response to send when the service is unavailable. */
  stale(): Stale | undefined;
  /** Size of the cache. */
  bytes(): number;
};

/** If the service takes longer and a stale response exists, send that. */
const STALE_AFTER_MS = 2_000;
/** Maximum age of a stale response. */
const STALE_MAX_MS = 3_600_000;
/** RFC 7234, 5.5.1. */
const STALE_WARNING = '110 - "Response is Stale"';
const CONNECT_TIMEOUT_MS = 3_000;
const CONNECTIONS = 16;
/** 1,000 reports take about 0.5 MB, at most 4. */
const KEPT_MAX = 64;
const KEPT_MAX_BYTES = 64_000_000;
/** URLs that the site's own pages request: requests for other URLs must not evict them. */
const askedByPages = new RegExp(String.raw`^\w+ [^?]+(\?limit=${REPORT_PAGE_MAX}&offset=0)?$`);

/**
 * Each request first revalidates with the service, so that a change shows in the next response through any gateway.
 * Concurrent requests share one revalidation, and the body is transferred only when it changed.
 */
export function createHeldAnswers(upstreams: Upstreams, upstream: Upstream): HeldAnswers {
  const { callTimeoutMs } = upstreams;
  const breaker = upstreams.breakers[upstream];
  const pool = new Pool(upstreams.urls[upstream], {
    connect: { timeout: CONNECT_TIMEOUT_MS },
    connections: CONNECTIONS,
    headersTimeout: callTimeoutMs,
    bodyTimeout: callTimeoutMs,
  });
  const kept = keepRecent<Reader>({
    isFull: (readers) =>
      readers.size > KEPT_MAX ||
      [...readers.values()].reduce((sum, reader) => sum + reader.bytes(), 0) > KEPT_MAX_BYTES,
    isPinned: (key) => askedByPages.test(key),
  });

  function openReader(url: string, encoding: string): Reader {
    let held: Held | undefined;
    let asker: FastifyRequest | undefined;
    let comparedAt = 0;
    const readTogether = sharedRead(async (): Promise<Now> => {
      if (breaker.isOpen) throw unavailable();
      const call = breaker.begin();
      const answer = await read(url, encoding, asker, held?.etag).catch((error) => {
        call.failed(error);
        throw error;
      });
      call.answered();
      comparedAt = performance.now();
      if (answer === 'unchanged' && held) return { held };
      if (answer === 'unchanged') throw new Error('The service left out what nobody has');
      held = 'held' in answer ? answer.held : undefined;
      return answer;
    }, socketsRead);
    return {
      read(request) {
        asker = request;
        return readTogether();
      },
      stale() {
        const ageMs = performance.now() - comparedAt;
        return held && ageMs <= STALE_MAX_MS ? { held, ageSeconds: Math.floor(ageMs / 1_000) } : undefined;
      },
      bytes: () => held?.whole.bytes?.length ?? 0,
    };
  }

  async function read(
    url: string,
    encoding: string,
    asker: FastifyRequest | undefined,
    etag: string | undefined,
  ): Promise<Now | 'unchanged'> {
    const { statusCode, headers, body } = await ask(pool, upstreams, {
      upstream,
      path: url,
      headers: {
        accept: 'application/json',
        'accept-encoding': encoding,
        ...(etag === undefined ? {} : { 'if-none-match': etag }),
      },
      requestId: asker?.id,
    });
    const bytes = Buffer.from(await body.arrayBuffer());
    return statusCode === 304 ? 'unchanged' : toNow(statusCode, headers, bytes, asker);
  }

  function toNow(
    status: number,
    given: Parameters<typeof answerHeaders>[0],
    bytes: Buffer,
    asker: FastifyRequest | undefined,
  ): Now {
    // 401 from a service is our misconfiguration (two secrets), not the client's error.
    if (status === 401) asker?.log.error({ upstream }, 'the service refused the gateway');
    if (status === 401 || status === 503) throw unavailable();
    const { 'content-length': _, ...headers } = answerHeaders(given);
    const head = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    const { 'content-type': _type, 'content-encoding': _encoding, ...headOfNothing } = head;
    const whole = makeReady(status, head, bytes);
    if (status !== 200 || head.etag === undefined) return { other: whole };
    return { held: { etag: head.etag, whole, unchanged: makeReady(304, headOfNothing) } };
  }

  return {
    holds: ({ method, url }, { path }) => method === 'GET' && isPlain(url, path),
    async answer(request, reply) {
      const { url, headers } = request;
      const encoding = chooseEncoding(headers['accept-encoding']?.toString());
      const reader = kept(`${encoding} ${url}`, () => openReader(url, encoding));
      const now = await readInTime(reader, request).catch(() => undefined);
      const stale = now ? undefined : reader.stale();
      if (!now && !stale) throw unavailable();
      if (stale) reply.header('age', String(stale.ageSeconds)).header('warning', STALE_WARNING);
      if (now && 'other' in now) return sendReady(request, reply, now.other);
      const { etag, unchanged, whole } = (now ?? (stale as Stale)).held;
      return sendReady(request, reply, hasIt(headers['if-none-match'], etag) ? unchanged : whole);
    },
    close: () => pool.close(),
  };
}

/** Undefined when the service is slow and a stale response can be sent; the revalidation continues. */
async function readInTime(reader: Reader, request: FastifyRequest): Promise<Now | undefined> {
  const reading = reader.read(request);
  if (!reader.stale()) return reading;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), STALE_AFTER_MS);
    reading.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}

/** URLs with any other query are passed through and not cached. */
function isPlain(url: string, path: string): boolean {
  return url.startsWith(path) && /^(\?limit=\d{1,4}(&offset=\d{1,9})?)?$/.test(url.slice(path.length));
}

/** Whether the client already has the response with this ETag (RFC 9110, 13.1.2: weak comparison). */
function hasIt(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag));
}
