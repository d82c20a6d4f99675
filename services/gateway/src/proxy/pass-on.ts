import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { CASE_CODE_HEADER } from '@naughty-list/contracts/appeals';
import type { Endpoint } from '@naughty-list/contracts/endpoint';
import { ApiError } from '@naughty-list/contracts/errors';
import { followInstead } from '@naughty-list/contracts/verifications';
import { unavailable } from '@naughty-list/service-kit/http/error-answers';
import { isGuarded, preferredWaitMs } from '@naughty-list/service-kit/http/route';
import {
  ADMIN_HEADER,
  ADMIN_ROLE_HEADER,
  ALLOCATION_ID_HEADER,
  CLIENT_ID_HEADER,
  MODERATORS_HEADER,
  NETWORK_ID_HEADER,
  REQUEST_ID_HEADER,
  VISITOR_ID_HEADER,
} from '@naughty-list/service-kit/http/service-auth';
import { mayRepeat } from '@naughty-list/service-kit/http/signed-fetch';
import { traceCarrier } from '@naughty-list/service-kit/telemetry/tracing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Network } from '../clients/networks.ts';
import { createPlaces, noPlace, type Places } from '../clients/places.ts';
import type { Visitors } from '../clients/visitors.ts';
import { answerHeaders, requestHeaders } from './headers.ts';
import type { ProxiedEndpoint } from './proxied-endpoint.ts';
import { REPEAT_AFTER_MS, REPEATS, SLOW_CALL_MS, type Upstream, type Upstreams } from './upstreams.ts';

/** The upstream connections that calls which wait, or are slow, share. */
export const WAITING_CONNECTIONS = 128;

/**
 * Places for calls about payments and others that are slow: few in all, and a share for each network. `wait`: while
 * waiting for an outcome; `ask`: to be answered at once.
 */
export type WaitingPlaces = Record<'wait' | 'ask', Places>;

export function createWaitingPlaces(): WaitingPlaces {
  const shareOf = (size: Network['size']) => (size === '/32' || size === '/64' ? 1 : 2);
  const total = WAITING_CONNECTIONS / 2;
  return {
    wait: createPlaces({ perClient: 2, shareOf, total }),
    ask: createPlaces({ perClient: 8, shareOf, total }),
  };
}

export type CallParts = {
  upstreams: Upstreams;
  visitors: Visitors;
  waitingPlaces: WaitingPlaces;
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
  const { endpoint, upstream: named, visitor, waits, isSlow, takesCaseCode } = proxied;
  const path = request.url.split('?', 1)[0] ?? '';
  // Reject a path that would be rewritten on the way (dot segments, a fragment, an absolute URL).
  if (URL.parse(path, 'http://service')?.pathname !== path) throw new ApiError('not_found', 'Not found');
  const upstream = typeof named === 'function' ? named(request.params) : named;
  const breaker = upstreams.breakers[upstream];
  if (breaker.isOpen) throw unavailable();
  // A slow call does not count towards the breaker.
  const call = waits || isSlow ? undefined : breaker.begin();
  const visitorId = visitor ? visitors.welcome(request, reply) : undefined;
  const { body } = request;
  const isLater = !takePlace(parts, proxied, request, reply);
  let mayAskAgain = waits;
  const send = (prefer: Record<string, string>): FastifyReply =>
    reply.from(path, {
      ...(Buffer.isBuffer(body) ? { body, contentType: 'application/json' } : {}),
      // Some clients send a content type without a body; the service would try to parse it.
      ...(endpoint.body || isRead(endpoint) ? {} : { body: null }),
      getUpstream: () => upstreams.urls[upstream],
      timeout: waits || isSlow ? SLOW_CALL_MS : upstreams.callTimeoutMs,
      rewriteRequestHeaders: ({
        method,
        url,
        id,
        clientId,
        networkId,
        allocationId,
        admin,
        adminRole,
        moderators,
        headers,
      }) => ({
        ...requestHeaders(headers),
        ...prefer,
        ...traceCarrier(),
        ...(endpoint.body ? {} : { 'content-type': undefined }),
        ...(takesCaseCode ? { [CASE_CODE_HEADER]: headers[CASE_CODE_HEADER] } : {}),
        ...(visitorId === undefined ? {} : { [VISITOR_ID_HEADER]: visitorId }),
        ...(isGuarded(endpoint.access)
          ? {
              [ADMIN_HEADER]: admin,
              [ADMIN_ROLE_HEADER]: adminRole,
              [MODERATORS_HEADER]: String(moderators),
            }
          : {}),
        [REQUEST_ID_HEADER]: id,
        [CLIENT_ID_HEADER]: clientId,
        [NETWORK_ID_HEADER]: networkId,
        [ALLOCATION_ID_HEADER]: allocationId,
        // `method` and `url` are always set on a server's request.
        ...upstreams.sign(method ?? '', url ?? ''),
      }),
      rewriteHeaders: (headers) => ({
        ...answerHeaders(headers),
        ...(isGuarded(endpoint.access) || takesCaseCode ? { 'cache-control': 'no-store' } : {}),
      }),
      onResponse: (_request, _reply, { stream }) => {
        call?.answered();
        answer(reply, upstream, stream as Readable);
      },
      onError: (_reply, { error }) => {
        call?.failed(error);
        if (mayAskAgain && draining.aborted) {
          // The stop broke off the wait; these calls may be repeated.
          mayAskAgain = false;
          send(followInstead);
        } else reply.send(unavailable());
      },
      retryDelay: ({ err, attempt }) =>
        attempt < REPEATS && mayRepeat(err, request.method) ? REPEAT_AFTER_MS : null,
    });
  return send(isLater ? followInstead : {});
}

/** Whether the call may take its time; false: it must be answered at once. Throws when it can be neither. */
function takePlace(
  { waitingPlaces: { wait, ask } }: CallParts,
  { endpoint, waits, isSlow }: ProxiedEndpoint,
  { ip, headers }: FastifyRequest,
  { raw }: FastifyReply,
): boolean {
  if (isGuarded(endpoint.access) || !(waits || isSlow)) return true;
  const waiting = !waits || preferredWaitMs(headers.prefer, 1) > 0 ? wait.take(ip) : undefined;
  const taken = waiting && (waiting.giveBack || !waits) ? waiting : ask.take(ip);
  const { met, giveBack } = taken;
  if (met) throw noPlace(met, 'Too many of these requests at once. Please try again in a moment.');
  raw.once('close', giveBack);
  return taken === waiting;
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

/** Takes back what the service's response said about its body. */
function dropHeaders(reply: FastifyReply): void {
  for (const name of Object.keys(answerHeaders(reply.getHeaders() as Record<string, string>)))
    reply.removeHeader(name);
}

/** Below this size, compressing takes longer than sending. */
const SMALL_BYTES = 1_024;

function isSmall(reply: FastifyReply): boolean {
  const length = reply.getHeader('content-length');
  return length !== undefined && Number(length) < SMALL_BYTES;
}

/** The compression plugin skips small bodies only when it knows their length, which a stream hides: buffer them. */
function sendWhole(reply: FastifyReply, stream: Readable): void {
  buffer(stream).then(
    (bytes) => reply.send(bytes),
    // The upstream stream broke off before anything was sent.
    () => refuse(reply),
  );
}

/** An error that is sent instead, before the first bytes, is neither compressed nor cacheable. */
function sendStream(reply: FastifyReply, stream: Readable): void {
  stream.once('error', () => {
    if (!reply.raw.headersSent) dropHeaders(reply);
  });
  reply.send(stream);
}

const isRead = ({ method }: Endpoint) => method === 'GET';
