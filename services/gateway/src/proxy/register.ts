import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '@naughty-list/contracts/errors';
import { getRegisterVersion } from '@naughty-list/contracts/reports';
import { unavailable } from '@naughty-list/service-kit/http/error-answers';
import { parse, parseParams } from '@naughty-list/service-kit/http/route';
import { mayRepeat, REPEAT_AFTER_MS } from '@naughty-list/service-kit/http/signed-fetch';
import { inTime } from '@naughty-list/service-kit/lifecycle/in-time';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import { traceCarrier } from '@naughty-list/service-kit/telemetry/tracing';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Dispatcher, Pool } from 'undici';
import { createHeavyWork } from '../clients/heavy-work.ts';
import {
  createResponseCache,
  type Freshness,
  type OriginResponse,
  type SharedResponse,
} from '../responses/response-cache.ts';
import { answerHeaders } from './headers.ts';
import { type GuardedEndpoint, type ProxiedEndpoint, routeOf } from './proxied-endpoint.ts';
import { REPEATS, type Upstreams } from './upstreams.ts';

/** Responses of the reports service that are the same for everyone (lists, look-ups, feeds), cached by URL. */
export type Register = {
  /** For server-rendered pages. @throws Error for statuses other than 200 and `allowed`, and while the service is slow */
  read(path: string, how?: Freshness & { allowed?: readonly number[] }): Promise<SharedResponse>;
  /** Answers an API call. @throws ApiError for invalid parameters, and while there is no response */
  answer(each: ProxiedEndpoint, request: FastifyRequest, reply: FastifyReply): Promise<void>;
  close(): Promise<void>;
};

const CONNECT_TIMEOUT_MS = 3_000;
const CONNECTIONS = 16;
/** The longest that a page waits for its content; after that, the browser requests it. */
const PAGE_WAIT_MS = 1_500;
const LARGE_PER_NETWORK = 10;

export function openRegister(upstreams: Upstreams, log: Log): Register {
  const { callTimeoutMs, urls } = upstreams;
  const pool = new Pool(urls.reports, {
    connect: { timeout: CONNECT_TIMEOUT_MS },
    connections: CONNECTIONS,
    headersTimeout: callTimeoutMs,
    bodyTimeout: callTimeoutMs,
  });
  const heavyWork = createHeavyWork({ perNetwork: LARGE_PER_NETWORK });

  async function readOrigin(path: string): Promise<OriginResponse> {
    const response = await request(path).catch(() => {
      throw unavailable();
    });
    // 401 from a service is our misconfiguration (two secrets), not the client's error.
    if (response.status === 401) log.error({ upstream: 'reports' }, 'the service refused the gateway');
    if (response.status === 401 || response.status >= 500) throw unavailable();
    return response;
  }

  /** Repeated on a stale connection. */
  async function send(path: string, attempt = 0): Promise<Dispatcher.ResponseData> {
    const headers = {
      accept: 'application/json',
      ...traceCarrier(),
      ...upstreams.sign('GET', path),
    };
    return pool.request({ method: 'GET', path, headers }).catch(async (error: Error) => {
      if (attempt >= REPEATS || !mayRepeat(error, 'GET')) throw error;
      await sleep(REPEAT_AFTER_MS);
      return send(path, attempt + 1);
    });
  }

  async function request(path: string): Promise<OriginResponse> {
    const { statusCode, headers, body } = await send(path);
    const { 'content-length': _, ...passed } = answerHeaders(headers);
    const named = Object.entries(passed).map(([name, value]) => [name, String(value)]);
    return {
      status: statusCode,
      headers: Object.fromEntries(named),
      bytes: Buffer.from(await body.arrayBuffer()),
    };
  }

  const cache = createResponseCache({
    read: readOrigin,
    readVersion: async () => (await readOrigin(getRegisterVersion.path)).bytes.toString(),
  });

  return {
    async read(path, { allowed = [], ...freshness } = {}) {
      const response = await inTime(cache.get(path, freshness), PAGE_WAIT_MS);
      if (!response) throw unavailable();
      if (![200, ...allowed].includes(response.status))
        throw new Error(`the service answered ${response.status}`);
      return response;
    },
    answer(each, request, reply) {
      const path = canonicalPath(each, request);
      const { maxAgeMs, trustMs } = each;
      return cache.answer(request, reply, path, {
        ...(maxAgeMs && { maxAgeMs }),
        ...(trustMs && { trustMs }),
        ...(each.isLarge?.(path) && { queue: (work) => heavyWork(request, work) }),
      });
    },
    close: () => pool.close(),
  };
}

/** Registers endpoints that are answered from the cache. */
export function addCachedReads(
  scope: FastifyInstance,
  endpoints: readonly GuardedEndpoint[],
  register: Register,
): void {
  for (const each of endpoints) {
    scope.route({
      ...routeOf(each),
      handler: (request, reply) => register.answer(each, request, reply),
    });
  }
}

/** The cache key: drops unknown parameters and writes out defaults, so that equal requests share a response. */
function canonicalPath({ endpoint }: ProxiedEndpoint, request: FastifyRequest): string {
  // The router resolves an absolute-form target (`http://host/path`) to its path.
  if (!request.url.startsWith('/')) throw new ApiError('not_found', 'Not found');
  const params = valuesOf(parseParams(endpoint.params, request.params));
  const query = valuesOf(parse(endpoint.query, request.query));
  const named = new Map(params);
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(named.get(name) ?? ''));
  return query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path;
}

const valuesOf = (parsed: unknown): [string, string][] =>
  Object.entries(parsed ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
