import { createHash } from 'node:crypto';
import { ApiError } from '@naughty-list/contracts/errors';
import {
  chooseEncoding,
  type Encoding,
  isNotModified,
  QUICK_BROTLI,
} from '@naughty-list/service-kit/http/encoding';
import { inTime } from '@naughty-list/service-kit/lifecycle/in-time';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import {
  type CachedResponse,
  cachedResponse,
  createDocument,
  type Document,
  sendCached,
  sendDocument,
} from './cached-response.ts';
import { sharedRead, socketsRead } from './shared-read.ts';

/** A response as its origin sent it. */
export type OriginResponse = { status: number; headers: Readonly<Record<string, string>>; bytes: Buffer };

/** A response for all clients: one object while its content stays the same, so callers can cache by identity. */
export type SharedResponse = OriginResponse & {
  etag: string;
  document: Document;
  unchanged: CachedResponse;
  /** Parsed once: doing so at each request took 6 % of a case page's time. */
  json<T>(): T;
};

export type Freshness = {
  /** For how long it is sent without comparing versions. */
  trustMs?: number;
  /** Its maximum age, where the version does not cover all of it; ten minutes by default. */
  maxAgeMs?: number;
  /** Runs a heavy read and its compression when it is its turn. */
  queue?: (work: () => Promise<SharedResponse>) => Promise<SharedResponse>;
};

export type ResponseCache = {
  get(url: string, freshness?: Freshness): Promise<SharedResponse>;
  /** Sends the response; an earlier one, marked as stale, while the origin is slow or unavailable. */
  answer(request: FastifyRequest, reply: FastifyReply, url: string, freshness?: Freshness): Promise<void>;
};

type Kept = { response: SharedResponse; version: string; readAt: number; comparedAt: number };

/** 1,000 reports take 0.5 to 4 MB. */
const KEPT = { max: 20_000, maxSize: 96_000_000 };
/** A row edited in the database for a moment, without a new version, is not shown for longer. */
const MAX_AGE_MS = 600_000;
/** If the origin takes longer and a stale response exists, send that. */
const STALE_AFTER_MS = 2_000;
/** Maximum age of a stale response. */
const STALE_MAX_MS = 3_600_000;
/** Below this size, compressing takes longer than sending. */
export const SMALL_BYTES = 1_024;
/** RFC 7234, 5.5.1. */
const STALE_WARNING = '110 - "Response is Stale"';

/**
 * Caches responses by URL. Before sending one, reads the origin's version (once for all concurrent requests); a response
 * of another version is read again. So a change shows in the next response of every copy of the gateway.
 */
export function createResponseCache(origin: {
  readVersion: () => Promise<string>;
  read: (url: string) => Promise<OriginResponse>;
}): ResponseCache {
  // Counts the compressed forms, too.
  const kept = new LRUCache<string, Kept>({
    ...KEPT,
    sizeCalculation: ({ response }) => 1_000 + 2 * response.bytes.length,
  });
  const underWay = new Map<string, Promise<SharedResponse>>();
  const readVersion = sharedRead(origin.readVersion, socketsRead);

  async function get(
    url: string,
    { trustMs = 0, maxAgeMs = MAX_AGE_MS, queue }: Freshness = {},
    encoding: Encoding = 'identity',
  ): Promise<SharedResponse> {
    const recent = kept.get(url);
    if (recent && performance.now() - recent.comparedAt < trustMs) return recent.response;
    const version = await readVersion();
    const known = kept.get(url);
    const now = performance.now();
    if (known?.version === version && now - known.readAt < maxAgeMs) {
      known.comparedAt = now;
      return known.response;
    }
    // It began after this version was read, so its response is at least as new.
    const key = `${version} ${url}`;
    const joined = underWay.get(key);
    if (joined !== undefined) return joined;
    const read = async () => {
      const response = await load(url, version);
      await response.document.in(encoding);
      return response;
    };
    const reading = (queue ? queue(read) : read()).finally(() => underWay.delete(key));
    underWay.set(key, reading);
    return reading;
  }

  async function load(url: string, version: string): Promise<SharedResponse> {
    const fresh = await origin.read(url);
    const etag = etagOf(fresh);
    const known = kept.peek(url)?.response;
    const response = known?.etag === etag ? known : toShared(fresh, etag);
    const now = performance.now();
    if (fresh.status === 200) kept.set(url, { response, version, readAt: now, comparedAt: now });
    return response;
  }

  function staleOf(url: string): Kept | undefined {
    const known = kept.peek(url);
    return known && performance.now() - known.comparedAt <= STALE_MAX_MS ? known : undefined;
  }

  return {
    get,
    async answer(request, reply, url, freshness) {
      const encoding = chooseEncoding(request.headers['accept-encoding']?.toString());
      const reading = get(url, freshness, encoding);
      const stale = staleOf(url);
      const fresh = stale ? await orUndefined(inTime(reading, STALE_AFTER_MS)) : await reading;
      if (!fresh && stale) {
        const age = Math.floor((performance.now() - stale.comparedAt) / 1_000);
        reply.header('age', String(age)).header('warning', STALE_WARNING);
      }
      const { status, etag, document, unchanged } = fresh ?? (stale as Kept).response;
      if (status === 200 && isNotModified(request.headers, etag)) sendCached(request, reply, unchanged);
      else await sendDocument(request, reply, document);
    },
  };
}

/** Undefined when the origin is unavailable. A rate limit is the client's own and is thrown. */
const orUndefined = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'too_many_requests') throw error;
    return undefined;
  });

/** Weak: the same for each encoding. */
const etagOf = ({ headers, bytes }: OriginResponse) =>
  `W/"${createHash('sha256')
    .update(`${headers['x-total-count']} `)
    .update(bytes)
    .digest('base64url')
    .slice(0, 22)}"`;

function toShared(fresh: OriginResponse, etag: string): SharedResponse {
  const { 'content-type': type = 'application/json', ...rest } = fresh.headers;
  const headers = fresh.status === 200 ? { ...rest, etag } : rest;
  let parsed: unknown;
  return {
    ...fresh,
    etag,
    document: createDocument(type, fresh.bytes, {
      status: fresh.status,
      quality: QUICK_BROTLI,
      headers,
      isCompressed: fresh.bytes.length >= SMALL_BYTES && !headers['cache-control']?.includes('no-transform'),
    }),
    unchanged: cachedResponse(304, { ...headers, vary: 'accept-encoding' }),
    json<T>() {
      parsed ??= JSON.parse(fresh.bytes.toString());
      return parsed as T;
    },
  };
}
