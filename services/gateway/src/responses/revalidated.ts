import { chooseEncoding, type Encoding } from '@naughty-list/service-kit/http/encoding';
import { isNotModified } from '@naughty-list/service-kit/http/etag';
import { sharedRead, socketsRead } from '@naughty-list/service-kit/http/shared-read';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type CachedResponse, cachedResponse, sendCached } from './cached-response.ts';

/** Reads a response, or `unchanged` when the one with this ETag is current. */
export type ReadResponse = (of: {
  url: string;
  encoding: Encoding;
  etag: string | undefined;
  request: FastifyRequest;
}) => Promise<Fresh | 'unchanged'>;

export type Fresh = { status: number; headers: Readonly<Record<string, string>>; bytes: Buffer };

/** The response of one URL in one encoding; without an ETag it is not kept. */
type Representation = { etag: string | undefined; whole: CachedResponse; unchanged: CachedResponse };
type Reader = {
  read(request: FastifyRequest): Promise<Representation>;
  /** The last response and its age, to send while the origin is unavailable. */
  stale(): { last: Representation; ageSeconds: number } | undefined;
  /** Size of the cache. */
  bytes(): number;
};

/** If the origin takes longer and a stale response exists, send that. */
const STALE_AFTER_MS = 2_000;
/** Maximum age of a stale response. */
const STALE_MAX_MS = 3_600_000;
/** RFC 7234, 5.5.1. */
const STALE_WARNING = '110 - "Response is Stale"';
/** 1,000 reports take about 0.5 MB, at most 4. */
const KEPT = { max: 64, maxSize: 64_000_000 };

/**
 * Each request first revalidates with the origin, so that a change shows in the next response through any gateway.
 * Concurrent requests share one revalidation, and the body is transferred only when it changed. Responses of pinned
 * URLs, which must be few, are never evicted.
 */
export function revalidated(
  read: ReadResponse,
  { isPinned }: { isPinned: (url: string) => boolean },
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const pinned = new Map<string, Reader>();
  const others = new LRUCache<string, Reader>({ ...KEPT, sizeCalculation: (reader) => 1 + reader.bytes() });

  function openReader(key: string, url: string, encoding: Encoding): Reader {
    let last: Representation | undefined;
    let comparedAt = 0;
    let asker: FastifyRequest;
    const readTogether = sharedRead(async (): Promise<Representation> => {
      const fresh = await read({ url, encoding, etag: last?.etag, request: asker });
      comparedAt = performance.now();
      if (fresh === 'unchanged') {
        if (!last) throw new Error('304 to a request without an ETag');
        return last;
      }
      const now = represent(fresh);
      last = now.etag === undefined ? undefined : now;
      // Set again, so that the cache learns its new size.
      if (others.delete(key)) others.set(key, reader);
      return now;
    }, socketsRead);
    const reader: Reader = {
      read(request) {
        asker = request;
        return readTogether();
      },
      stale() {
        const ageMs = performance.now() - comparedAt;
        return last && ageMs <= STALE_MAX_MS ? { last, ageSeconds: Math.floor(ageMs / 1_000) } : undefined;
      },
      bytes: () => last?.whole.bytes?.length ?? 0,
    };
    return reader;
  }

  function readerOf(url: string, encoding: Encoding): Reader {
    const key = `${encoding} ${url}`;
    const known = pinned.get(key) ?? others.get(key);
    if (known) return known;
    const reader = openReader(key, url, encoding);
    if (isPinned(url)) pinned.set(key, reader);
    else others.set(key, reader);
    return reader;
  }

  return async (request, reply) => {
    const { url, headers } = request;
    const reader = readerOf(url, chooseEncoding(headers['accept-encoding']?.toString()));
    let fault: unknown;
    const now = await readInTime(reader, request).catch((error: unknown) => {
      fault = error;
    });
    const stale = now ? undefined : reader.stale();
    const representation = now ?? stale?.last;
    if (!representation) throw fault;
    if (stale) reply.header('age', String(stale.ageSeconds)).header('warning', STALE_WARNING);
    const { etag, unchanged, whole } = representation;
    return sendCached(request, reply, isNotModified(headers, etag) ? unchanged : whole);
  };
}

/** Undefined when the origin is slow and a stale response can be sent; the revalidation continues. */
async function readInTime(reader: Reader, request: FastifyRequest): Promise<Representation | undefined> {
  const reading = reader.read(request);
  if (!reader.stale()) return reading;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), STALE_AFTER_MS);
    reading.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}

function represent({ status, headers, bytes }: Fresh): Representation {
  const { 'content-type': _type, 'content-encoding': _encoding, ...withoutBody } = headers;
  return {
    etag: status === 200 ? headers.etag : undefined,
    whole: cachedResponse(status, headers, bytes),
    unchanged: cachedResponse(304, withoutBody),
  };
}
