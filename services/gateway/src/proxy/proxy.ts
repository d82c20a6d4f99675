import type { Readable } from 'node:stream';
import compress from '@fastify/compress';
import replyFrom from '@fastify/reply-from';
import { ApiError } from '@naughty-list/contracts/errors';
import {
  CLIENT_ID_HEADER,
  REQUEST_ID_HEADER,
  SERVICE_AUTH_HEADER,
  signCall,
  VISITOR_ID_HEADER,
} from '@naughty-list/service-kit/service-auth';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimits } from '../clients/rate-limits.ts';
import type { Context } from '../context.ts';
import { answerHeaders, requestHeaders } from './headers.ts';
import { type PublicEndpoint, publicEndpoints, type Upstream } from './public-endpoints.ts';

const RETRY_AFTER_SECONDS = 5;
const CONNECT_TIMEOUT_MS = 3_000;

// Longer than a service lets a stream be silent.
const STREAM_SILENCE_MS = 60_000;

/** The public endpoints, each answered by the service behind it. */
export async function addProxy(app: FastifyInstance, context: Context, limits: RateLimits): Promise<void> {
  const streams = publicEndpoints.filter(({ stream }) => stream);
  const calls = publicEndpoints.filter(({ stream }) => !stream);
  await app.register((proxy, _options, done) => {
    // Bodies pass as they are: the service parses them, and answers for malformed ones.
    proxy.removeAllContentTypeParsers();
    proxy.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, parsed) =>
      parsed(null, body),
    );
    proxy.register(compress, {
      encodings: ['br', 'gzip', 'identity'],
      // A service may answer with ready-made compressed bytes; those pass as they are.
      customTypes: /^application\/json\b/,
      globalDecompression: false,
    });
    proxy.register(replyFrom, {
      undici: { connect: { timeout: CONNECT_TIMEOUT_MS } },
      destroyAgent: true,
      disableRequestLogging: true,
    });
    // After compression is there: it hooks into routes as they are made.
    proxy.after(() => addRoutes(proxy, calls, context, limits));
    done();
  });
  await app.register((proxy, _options, done) => {
    // Connections of their own, as many as there are streams: those who wait must not stand in the way of the others.
    proxy.register(replyFrom, {
      undici: {
        connect: { timeout: CONNECT_TIMEOUT_MS },
        connections: null,
        headersTimeout: context.config.UPSTREAM_TIMEOUT_MS,
        bodyTimeout: STREAM_SILENCE_MS,
      },
      destroyAgent: true,
      disableRequestLogging: true,
    });
    proxy.after(() => addRoutes(proxy, streams, context, limits));
    done();
  });
}

function addRoutes(
  proxy: FastifyInstance,
  endpoints: PublicEndpoint[],
  context: Context,
  limits: RateLimits,
): void {
  const open = new Set<Readable>();
  // A stop does not wait for streams: their clients call again.
  proxy.addHook('preClose', async () => {
    for (const stream of open) stream.destroy();
  });
  for (const each of endpoints) {
    proxy.route({
      method: each.endpoint.method,
      url: each.endpoint.path,
      ...(each.anyOrigin ? { config: { anyOrigin: true } } : {}),
      onRequest: limits[each.budget],
      handler: (request, reply) => passOn(context, each, open, request, reply),
    });
  }
}

function passOn(
  context: Context,
  { upstream: named, visitor, stream: isStream }: PublicEndpoint,
  open: Set<Readable>,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const path = request.url.split('?', 1)[0] ?? '';
  // A path that would arrive as another one (dot segments, a fragment, an absolute URL) names nothing.
  if (URL.parse(path, 'http://service')?.pathname !== path) throw new ApiError('not_found', 'Not found');
  const upstream = typeof named === 'function' ? named(request.params) : named;
  const visitorId = visitor ? context.visitors.welcome(request, reply) : undefined;
  const { body } = request;
  return reply.from(path, {
    ...(Buffer.isBuffer(body) ? { body, contentType: 'application/json' } : {}),
    getUpstream: () => context.upstreams[upstream],
    ...(isStream ? {} : { timeout: context.config.UPSTREAM_TIMEOUT_MS }),
    rewriteRequestHeaders: ({ method, url, id, clientId, headers }) => ({
      ...requestHeaders(headers),
      ...(visitorId === undefined ? {} : { [VISITOR_ID_HEADER]: visitorId }),
      [REQUEST_ID_HEADER]: id,
      [CLIENT_ID_HEADER]: clientId,
      [SERVICE_AUTH_HEADER]: signCall({
        secret: context.config.INTERNAL_SECRET,
        service: 'gateway',
        method,
        path: url,
        now: context.clock.now(),
      }),
    }),
    rewriteHeaders: answerHeaders,
    onResponse: (_request, _reply, { stream }) => {
      if (isStream) keepOpen(open, stream as Readable);
      answer(reply, upstream, stream);
    },
    onError: () => reply.send(unavailable()),
    retryDelay: ({ err, attempt }) => (attempt === 0 && isStaleConnection(err, request.method) ? 1 : null),
  });
}

function keepOpen(open: Set<Readable>, stream: Readable): void {
  open.add(stream);
  stream.once('close', () => open.delete(stream));
}

function answer(reply: FastifyReply, upstream: Upstream, stream: NodeJS.ReadableStream): void {
  // 401 between services is a fault of the house (two secrets), not of the client.
  if (reply.statusCode === 401) reply.log.error({ upstream }, 'the service refused the gateway');
  if (reply.statusCode !== 401 && reply.statusCode !== 503) {
    reply.send(stream);
    return;
  }
  stream.resume();
  for (const name of Object.keys(answerHeaders(reply.getHeaders() as Record<string, string>)))
    reply.removeHeader(name);
  reply.send(unavailable());
}

const unavailable = () =>
  new ApiError(
    'service_unavailable',
    'This part of the site is taking a short break. Please try again in a moment.',
    {
      retryAfter: RETRY_AFTER_SECONDS,
    },
  );

/** A kept connection whose service was restarted. Only what changes nothing is sent again. */
function isStaleConnection(error: Error | null, method: string): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? '';
  return ['GET', 'HEAD'].includes(method) && ['UND_ERR_SOCKET', 'ECONNRESET'].includes(code);
}
