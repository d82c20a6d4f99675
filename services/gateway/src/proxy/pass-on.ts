import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { CASE_CODE_HEADER } from '@naughty-list/contracts/appeals';
import { ApiError } from '@naughty-list/contracts/errors';
import { followInstead } from '@naughty-list/contracts/verifications';
import { unavailable } from '@naughty-list/service-kit/http/error-answers';
import { isGuarded, preferredWaitMs } from '@naughty-list/service-kit/http/route';
import {
  ACTIVE_MODERATORS_HEADER,
  ADMIN_HEADER,
  ADMIN_ROLE_HEADER,
  ALLOCATION_ID_HEADER,
  CLIENT_ID_HEADER,
  MODERATORS_HEADER,
  NETWORK_ID_HEADER,
  REQUEST_ID_HEADER,
  VISITOR_ID_HEADER,
} from '@naughty-list/service-kit/http/service-auth';
import { mayRepeat, REPEAT_AFTER_MS } from '@naughty-list/service-kit/http/signed-fetch';
import { traceCarrier } from '@naughty-list/service-kit/telemetry/tracing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ConcurrencyLimit, createConcurrencyLimit, limitReached } from '../clients/concurrency-limit.ts';
import type { Network } from '../clients/networks.ts';
import type { Visitors } from '../clients/visitors.ts';
import { SMALL_BYTES } from '../responses/response-cache.ts';
import { answerHeaders, requestHeaders } from './headers.ts';
import type { ProxiedEndpoint } from './proxied-endpoint.ts';
import { REPEATS, SLOW_CALL_MS, type Upstream, type Upstreams } from './upstreams.ts';

/** The upstream connections that slow calls share. */
export const WAITING_CONNECTIONS = 128;

/**
 * Concurrent slow calls, in all and per network. `waiting`: those that wait for an outcome (or need the time);
 * `immediate`: those answered at once with an id to follow.
 */
export type SlowCallLimits = Record<'waiting' | 'immediate', ConcurrencyLimit>;

export function createSlowCallLimits(): SlowCallLimits {
  const shareOf = (size: Network['size']) => (size === '/32' || size === '/64' ? 1 : 2);
  const total = WAITING_CONNECTIONS / 2;
  return {
    waiting: createConcurrencyLimit({ perClient: 2, shareOf, total }),
    immediate: createConcurrencyLimit({ perClient: 8, shareOf, total }),
  };
}

export type CallParts = {
  upstreams: Upstreams;
  visitors: Visitors;
  slowCallLimits: SlowCallLimits;
  /** Aborted when the gateway stops. */
  draining: AbortSignal;
};

/** Forwards a call to its service and returns the response. */
export function passOn(
  parts: CallParts,
  proxied: ProxiedEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { upstreams, visitors, draining } = parts;
  const { endpoint, upstream: named, visitor, waits, isSlow, stream, takesCaseCode } = proxied;
  const isLong = waits || isSlow || stream;
  const path = request.url.split('?', 1)[0] ?? '';
  // Reject a path that would be rewritten on the way (dot segments, a fragment, an absolute URL).
  if (URL.parse(path, 'http://service')?.pathname !== path) throw new ApiError('not_found', 'Not found');
  const upstream = typeof named === 'function' ? named(request.params) : named;
  const visitorId = visitor ? visitors.welcome(request, reply) : undefined;
  const { body } = request;
  const isImmediate = !mayWait(parts, proxied, request, reply);
  let mayRetry = waits;
  const send = (prefer: Record<string, string>): FastifyReply =>
    reply.from(path, {
      ...(Buffer.isBuffer(body) ? { body, contentType: 'application/json' } : {}),
      // Some clients send a content type without a body; the service would try to parse it.
      ...(endpoint.body || endpoint.method === 'GET' ? {} : { body: null }),
      getUpstream: () => upstreams.urls[upstream],
      timeout: isLong ? SLOW_CALL_MS : upstreams.callTimeoutMs,
      rewriteRequestHeaders: () => ({
        ...requestHeaders(request.headers),
        ...prefer,
        ...traceCarrier(),
        ...(endpoint.body ? {} : { 'content-type': undefined }),
        ...(takesCaseCode ? { [CASE_CODE_HEADER]: request.headers[CASE_CODE_HEADER] } : {}),
        ...(visitorId === undefined ? {} : { [VISITOR_ID_HEADER]: visitorId }),
        ...(isGuarded(endpoint.access)
          ? {
              [ADMIN_HEADER]: request.admin,
              [ADMIN_ROLE_HEADER]: request.adminRole,
              [MODERATORS_HEADER]: String(request.moderators),
              [ACTIVE_MODERATORS_HEADER]: request.activeModerators,
            }
          : {}),
        [REQUEST_ID_HEADER]: request.id,
        [CLIENT_ID_HEADER]: request.clientId,
        [NETWORK_ID_HEADER]: request.networkId,
        [ALLOCATION_ID_HEADER]: request.allocationId,
        ...upstreams.sign(request.method, request.url),
      }),
      rewriteHeaders: (headers) => ({
        ...answerHeaders(headers),
        ...(isGuarded(endpoint.access) || takesCaseCode ? { 'cache-control': 'no-store' } : {}),
      }),
      onResponse: (_request, _reply, { stream }) => {
        answer(reply, upstream, stream as Readable);
      },
      onError: () => {
        if (mayRetry && draining.aborted) {
          // The gateway is stopping and broke off the wait. These calls may be repeated: get the id to follow instead.
          mayRetry = false;
          send(followInstead);
        } else reply.send(unavailable());
      },
      retryDelay: ({ err, attempt }) =>
        attempt < REPEATS && mayRepeat(err, request.method) ? REPEAT_AFTER_MS : null,
    });
  return send(isImmediate ? followInstead : {});
}

/** Whether the call may wait; if not, it is answered at once. Throws an ApiError when neither limit has room. */
function mayWait(
  { slowCallLimits: { waiting, immediate } }: CallParts,
  { endpoint, waits, isSlow }: ProxiedEndpoint,
  { ip, headers }: FastifyRequest,
  { raw }: FastifyReply,
): boolean {
  if (isGuarded(endpoint.access) || !(waits || isSlow)) return true;
  const wait = !waits || preferredWaitMs(headers.prefer, 1) > 0 ? waiting.acquire(ip) : undefined;
  const taken = wait && (wait.release || !waits) ? wait : immediate.acquire(ip);
  const { full, release } = taken;
  if (full) throw limitReached(full, 'Too many of these requests at once. Please try again in a moment.');
  raw.once('close', release);
  return taken === wait;
}

function answer(reply: FastifyReply, upstream: Upstream, stream: Readable): void {
  // 401 from a service is our misconfiguration (two secrets), not the client's error.
  if (reply.statusCode === 401) reply.log.error({ upstream }, 'the service refused the gateway');
  if (reply.statusCode !== 401 && reply.statusCode !== 503) {
    if (isSmall(reply)) sendWhole(reply, stream);
    else sendStream(reply, stream);
    return;
  }
  stream.resume();
  refuse(reply);
}

function refuse(reply: FastifyReply): void {
  dropHeaders(reply);
  reply.send(unavailable());
}

/** Removes the service's response headers, which describe a body that is not sent. */
function dropHeaders(reply: FastifyReply): void {
  for (const name of Object.keys(answerHeaders(reply.getHeaders() as Record<string, string>)))
    reply.removeHeader(name);
}

function isSmall(reply: FastifyReply): boolean {
  const length = reply.getHeader('content-length');
  return length !== undefined && Number(length) < SMALL_BYTES;
}

/** The compression plugin skips small bodies only when it knows their length, which a stream hides: buffer them. */
function sendWhole(reply: FastifyReply, stream: Readable): void {
  buffer(stream).then(
    (bytes) => reply.send(bytes),
    // The upstream broke off; nothing was sent yet.
    () => refuse(reply),
  );
}

/** If the stream breaks before the first byte, Fastify sends an error instead: drop the headers of the lost body. */
function sendStream(reply: FastifyReply, stream: Readable): void {
  stream.once('error', () => {
    if (!reply.raw.headersSent) dropHeaders(reply);
  });
  reply.send(stream);
}
