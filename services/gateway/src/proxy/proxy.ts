import compress from '@fastify/compress';
import replyFrom from '@fastify/reply-from';
import type {
  FastifyInstance,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
  onSendAsyncHookHandler,
} from 'fastify';
import { createChallengeGuard } from '../challenge/require-challenge.ts';
import type { RateLimits } from '../clients/rate-limits.ts';
import type { Context } from '../context.ts';
import { addEventStreams } from '../streams/event-streams.ts';
import { createHeldAnswers } from './held-answers.ts';
import { passOn } from './pass-on.ts';
import type { ProxiedEndpoint } from './proxied-endpoint.ts';
import { publicEndpoints } from './public-endpoints.ts';

const CONNECT_TIMEOUT_MS = 3_000;

/** An endpoint with its access checks. */
type GuardedEndpoint = ProxiedEndpoint & {
  onRequest: (onRequestHookHandler | onRequestAsyncHookHandler)[];
  onSend?: onSendAsyncHookHandler[];
};

/** Registers the public endpoints, each proxied to its service. */
export async function addProxy(app: FastifyInstance, context: Context, limits: RateLimits): Promise<void> {
  const challenged = createChallengeGuard(context);
  const guarded = publicEndpoints.map((each) => {
    const guards = each.isChallenged ? [challenged(each.endpoint.path)] : [];
    return {
      ...each,
      onRequest: [limits[each.budget], ...guards.map(({ onRequest }) => onRequest)],
      onSend: guards.map(({ onSend }) => onSend),
    };
  });
  await app.register((proxy, _options, done) => {
    addCalls(
      proxy,
      guarded.filter(({ stream }) => !stream),
      context,
    );
    done();
  });
  await app.register((proxy, _options, done) => {
    addEventStreams(
      proxy,
      guarded.filter(({ stream }) => stream),
      context,
    );
    done();
  });
}

/** Registers endpoints without streams. They need their own scope, which passes bodies through unparsed. */
export function addCalls(
  proxy: FastifyInstance,
  endpoints: readonly GuardedEndpoint[],
  context: Context,
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
  proxy.after(() => addRoutes(proxy, endpoints, context));
}

function addRoutes(proxy: FastifyInstance, endpoints: readonly GuardedEndpoint[], context: Context): void {
  const held = endpoints.some((each) => each.held) ? createHeldAnswers(context, 'reports') : undefined;
  proxy.addHook('onClose', async () => held?.close());
  for (const each of endpoints) {
    proxy.route({
      method: each.endpoint.method,
      url: each.endpoint.path,
      ...(each.anyOrigin ? { config: { anyOrigin: true } } : {}),
      onRequest: each.onRequest,
      onSend: each.onSend ?? [],
      handler: (request, reply) =>
        held && each.held && held.holds(request, each.endpoint)
          ? held.answer(request, reply)
          : passOn(context, each, request, reply),
    });
  }
}
