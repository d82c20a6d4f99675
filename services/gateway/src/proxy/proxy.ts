import compress from '@fastify/compress';
import replyFrom from '@fastify/reply-from';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import type { RateLimits } from '../clients/rate-limits.ts';
import type { Context } from '../context.ts';
import { createHeldAnswers } from './held-answers.ts';
import { endStream, type OpenStream, passOn } from './pass-on.ts';
import type { ProxiedEndpoint } from './proxied-endpoint.ts';
import { publicEndpoints } from './public-endpoints.ts';

const CONNECT_TIMEOUT_MS = 3_000;

// Longer than a service lets a stream be silent.
const STREAM_SILENCE_MS = 60_000;

/** An endpoint, and who may not call it now. */
type GuardedEndpoint = ProxiedEndpoint & { onRequest: onRequestHookHandler[] };

/** The public endpoints, each answered by the service behind it. */
export async function addProxy(app: FastifyInstance, context: Context, limits: RateLimits): Promise<void> {
  const guarded = publicEndpoints.map((each) => ({ ...each, onRequest: [limits[each.budget]] }));
  await app.register((proxy, _options, done) => {
    addCalls(
      proxy,
      guarded.filter(({ stream }) => !stream),
      context,
    );
    done();
  });
  await app.register((proxy, _options, done) => {
    addStreams(
      proxy,
      guarded.filter(({ stream }) => stream),
      context,
    );
    done();
  });
}

/** Endpoints with an answer that comes at once. The scope is theirs alone: it takes bodies as they are. */
export function addCalls(
  proxy: FastifyInstance,
  endpoints: readonly GuardedEndpoint[],
  context: Context,
): void {
  // The service parses bodies, and answers for malformed ones.
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
  proxy.after(() => addRoutes(proxy, endpoints, context));
}

/** Connections of their own, as many as there are streams: those who wait must not stand in the way of the others. */
function addStreams(proxy: FastifyInstance, endpoints: readonly GuardedEndpoint[], context: Context): void {
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
  proxy.after(() => addRoutes(proxy, endpoints, context));
}

function addRoutes(proxy: FastifyInstance, endpoints: readonly GuardedEndpoint[], context: Context): void {
  const open = new Set<OpenStream>();
  // A stop does not wait for streams: their clients call again.
  proxy.addHook('preClose', async () => {
    for (const stream of open) endStream(stream);
  });
  const held = endpoints.some((each) => each.held) ? createHeldAnswers(context, 'reports') : undefined;
  proxy.addHook('onClose', async () => held?.close());
  for (const each of endpoints) {
    proxy.route({
      method: each.endpoint.method,
      url: each.endpoint.path,
      ...(each.anyOrigin ? { config: { anyOrigin: true } } : {}),
      onRequest: each.onRequest,
      handler: (request, reply) =>
        held && each.held && held.holds(request, each.endpoint)
          ? held.answer(request, reply)
          : passOn(context, each, open, request, reply),
    });
  }
}
