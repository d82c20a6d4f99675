import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '@naughty-list/contracts/errors';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { allocationIdOf, type ClientIds, networkIdOf } from '../clients/client-id.ts';
import { type ForwardedCalls, noticeForwardedCalls } from '../clients/forwarded-calls.ts';
import type { Config, Constants } from '../config.ts';
import { closeSlowReaders, limitConnections } from './connection-limits.ts';
import { addHeaders } from './headers.ts';

/** What every request passes: security headers, limits of connections, and checks of its host and origin. */
export function addEdge(
  app: FastifyInstance,
  {
    config,
    constants,
    clientIds,
    ...parts
  }: { config: Config; constants: Constants; clientIds: ClientIds; log: Log; forwardedCalls: ForwardedCalls },
): void {
  // Bodies are JSON; Fastify would also accept plain text.
  app.removeContentTypeParser('text/plain');
  addHeaders(app, config);
  noticeForwardedCalls(app, { config, ...parts });
  limitConnections(app, config);
  closeSlowReaders(app, constants.writeTimeoutMs);
  app.addHook('onRequest', (request, reply, done) => {
    const { ip } = request;
    if (hasSeveralHosts(request.raw.rawHeaders)) {
      done(new ApiError('invalid_input', 'The request has more than one Host header.'));
      return;
    }
    const { anyOrigin } = request.routeOptions.config;
    if (anyOrigin) openToAnyOrigin(reply);
    else if (!mayChangeState(request, config.PUBLIC_ORIGIN)) {
      done(foreignOrigin());
      return;
    }
    request.clientId = clientIds(ip);
    request.networkId = networkIdOf(clientIds, ip);
    request.allocationId = allocationIdOf(clientIds, ip);
    done();
  });
}

/** Further checks of requests to the admin routes, reads included. */
export const adminEdge: onRequestHookHandler = ({ headers, url }, reply, done) => {
  reply.header('cache-control', 'no-store');
  // The router resolves an absolute-form target (`http://host/path`) to its path, but sessions match the raw URL
  // and would be skipped.
  if (!url.startsWith('/')) done(new ApiError('not_found', 'Not found'));
  else if (isForeignRead(headers)) done(foreignOrigin());
  else done();
};

const foreignOrigin = () =>
  new ApiError('forbidden_origin', 'This request came from another site and was refused.');

/** Whether a request has several Host headers, which proxies may interpret differently (RFC 9112, 3.2). */
function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Pages of any origin may call and read this: it neither identifies the caller nor changes anything. */
    anyOrigin?: boolean;
  }
}

/** Lets pages of any origin read a response (Fetch standard, "CORS protocol"). Such calls carry no cookies. */
function openToAnyOrigin(reply: FastifyReply): void {
  reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin');
}

const harmless = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a request may change state. Browsers send the origin with every such request: it must be the public one or
 * the one that was addressed. A request without one does not come from a page and passes.
 */
function mayChangeState({ method, headers }: FastifyRequest, publicOrigin: string | undefined): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (harmless.has(method)) return true;
  if (origin === undefined) return site === undefined || ['same-origin', 'none'].includes(String(site));
  const named = URL.parse(origin);
  return named !== null && (named.origin === publicOrigin || named.host === normalHost(host, named.protocol));
}

/**
 * Whether a page of another site reads an admin resource. Cookies would not be sent anyway; the request is refused
 * outright. Following a link is a navigation and allowed.
 */
function isForeignRead(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  return (site === 'cross-site' || site === 'same-site') && headers['sec-fetch-mode'] !== 'navigate';
}

/** The host in URL form, without the protocol's default port. */
function normalHost(host: string | undefined, protocol: string): string | undefined {
  return host && URL.parse(`${protocol}//${host}`)?.host;
}
