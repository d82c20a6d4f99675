import compress from '@fastify/compress';
import replyFrom from '@fastify/reply-from';
import type {
  FastifyInstance,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
  onSendAsyncHookHandler,
} from 'fastify';
import { createCachedLists } from './cached-lists.ts';
import { type CallParts, passOn } from './pass-on.ts';
import type { ProxiedEndpoint } from './proxied-endpoint.ts';

const CONNECT_TIMEOUT_MS = 3_000;

/** An endpoint with its access checks. */
type GuardedEndpoint = ProxiedEndpoint & {
  onRequest: (onRequestHookHandler | onRequestAsyncHookHandler)[];
  onSend?: onSendAsyncHookHandler[];
};

/** Registers endpoints without streams. They need their own scope, which passes bodies through unparsed. */
export function addCalls(
  proxy: FastifyInstance,
  endpoints: readonly GuardedEndpoint[],
  parts: CallParts,
): void {
  // The service parses bodies and rejects malformed ones.
  proxy.removeAllContentTypeParsers();
  proxy.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, parsed) =>
    parsed(null, body),
  );
  proxy.register(compress, {
    encodings: ['br', 'gzip', 'identity'],
    // A body that the service has already compressed is passed through.
    customTypes: /^application\/json\b/,
    globalDecompression: false,
  });
  proxy.register(replyFrom, {
    undici: { connect: { timeout: CONNECT_TIMEOUT_MS } },
    destroyAgent: true,
    disableRequestLogging: true,
  });
  // Wait for the compression plugin: its hooks apply only to routes added later.
  proxy.after(() => addRoutes(proxy, endpoints, parts));
}

function addRoutes(proxy: FastifyInstance, endpoints: readonly GuardedEndpoint[], parts: CallParts): void {
  const lists = endpoints.some((each) => each.cached)
    ? createCachedLists(parts.upstreams, 'reports')
    : undefined;
  proxy.addHook('onClose', async () => lists?.close());
  for (const each of endpoints) {
    proxy.route({
      method: each.endpoint.method,
      url: each.endpoint.path,
      ...(each.anyOrigin ? { config: { anyOrigin: true } } : {}),
      onRequest: each.onRequest,
      onSend: each.onSend ?? [],
      handler: (request, reply) =>
        lists && each.cached && lists.mayCache(request, each.endpoint)
          ? lists.answer(request, reply)
          : passOn(parts, each, request, reply),
    });
  }
}
