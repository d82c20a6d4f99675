import compress from '@fastify/compress';
import replyFrom from '@fastify/reply-from';
import type { FastifyInstance } from 'fastify';
import { Agent, type Dispatcher } from 'undici';
import { type CallParts, passOn, WAITING_CONNECTIONS } from './pass-on.ts';
import { type GuardedEndpoint, routeOf } from './proxied-endpoint.ts';

/** Adds hooks and routes in a scope of their own. */
export const inScope = (app: FastifyInstance, add: (scope: FastifyInstance) => void) =>
  app.register((scope, _options, done) => {
    add(scope);
    done();
  });

const CONNECT_TIMEOUT_MS = 3_000;

/**
 * Registers forwarded endpoints in a scope of their own, which passes bodies through unparsed and shares connections to
 * the services. `areWaits`: a stop of the gateway breaks these calls off. `connections`: to each service.
 */
export function addForwarded(
  proxy: FastifyInstance,
  endpoints: readonly GuardedEndpoint[],
  parts: CallParts,
  { areWaits = false, connections }: { areWaits?: boolean; connections?: number } = {},
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
    undici: areWaits
      ? waitingAgent(parts.draining)
      : { connect: { timeout: CONNECT_TIMEOUT_MS }, ...(connections && { connections }) },
    destroyAgent: true,
    disableRequestLogging: true,
  });
  // Wait for the compression plugin: its hooks apply only to routes added later.
  proxy.after(() => {
    for (const each of endpoints)
      proxy.route({
        ...routeOf(each),
        handler: (request, reply) => passOn(parts, each, request, reply),
      });
  });
}

function waitingAgent(draining: AbortSignal): Pick<Dispatcher, 'request' | 'destroy'> {
  const agent = new Agent({ connect: { timeout: CONNECT_TIMEOUT_MS }, connections: WAITING_CONNECTIONS });
  const request = (options: Dispatcher.RequestOptions, done: RequestDone) =>
    agent.request({ ...options, ...(draining.aborted ? {} : { signal: draining }) }, done);
  return { request: request as Dispatcher['request'], destroy: () => agent.destroy() };
}

type RequestDone = (error: Error | null, data: Dispatcher.ResponseData) => void;
