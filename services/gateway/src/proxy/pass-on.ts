import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { CASE_CODE_HEADER } from '@naughty-list/contracts/appeals';
import type { Endpoint } from '@naughty-list/contracts/endpoint';
import { ApiError } from '@naughty-list/contracts/errors';
import { mayRepeat } from '@naughty-list/service-kit/http/may-repeat';
import { isGuarded } from '@naughty-list/service-kit/http/route';
import {
  ADMIN_HEADER,
  ADMIN_ROLE_HEADER,
  CLIENT_ID_HEADER,
  MODERATORS_HEADER,
  NETWORK_ID_HEADER,
  REQUEST_ID_HEADER,
  VISITOR_ID_HEADER,
} from '@naughty-list/service-kit/http/service-auth';
import { traceCarrier } from '@naughty-list/service-kit/telemetry/tracing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Visitors } from '../clients/visitors.ts';
import { answerHeaders, requestHeaders } from './headers.ts';
import type { ProxiedEndpoint } from './proxied-endpoint.ts';
import { REPEAT_AFTER_MS, REPEATS, type Upstream, type Upstreams, unavailable } from './upstreams.ts';

export type CallParts = { upstreams: Upstreams; visitors: Visitors };

/** Forwards a call to its service and returns the response. */
export function passOn(
  { upstreams, visitors }: CallParts,
  { endpoint, upstream: named, visitor, waits, takesCaseCode }: ProxiedEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const path = request.url.split('?', 1)[0] ?? '';
  // Reject a path that would be rewritten on the way (dot segments, a fragment, an absolute URL).
  if (URL.parse(path, 'http://service')?.pathname !== path) throw new ApiError('not_found', 'Not found');
  const upstream = typeof named === 'function' ? named(request.params) : named;
  const breaker = upstreams.breakers[upstream];
  if (breaker.isOpen) throw unavailable();
  // A call that waits for the chain does not count towards the breaker.
  const call = waits ? undefined : breaker.begin();
  const visitorId = visitor ? visitors.welcome(request, reply) : undefined;
  const { body } = request;
  return reply.from(path, {
    ...(Buffer.isBuffer(body) ? { body, contentType: 'application/json' } : {}),
    // Some clients send a content type without a body; the service would try to parse it.
    ...(endpoint.body || isRead(endpoint) ? {} : { body: null }),
    getUpstream: () => upstreams.urls[upstream],
    timeout: waits ? upstreams.waitTimeoutMs : upstreams.callTimeoutMs,
    rewriteRequestHeaders: ({
      method,
      url,
      id,
      clientId,
      networkId,
      admin,
      adminRole,
      moderators,
      headers,
    }) => ({
      ...requestHeaders(headers),
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
      reply.send(unavailable());
    },
    retryDelay: ({ err, attempt }) =>
      attempt < REPEATS && mayRepeat(err, request.method) ? REPEAT_AFTER_MS : null,
  });
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
