import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import type { Guard, PublicEndpoint } from '../proxy/proxied-endpoint.ts';
import { addForwarded, inScope } from '../proxy/proxy.ts';
import { publicEndpoints } from '../proxy/public-endpoints.ts';
import { addCachedReads, type Register } from '../proxy/register.ts';
import { addEventStreams, type StreamParts } from '../streams/event-streams.ts';

type Parts = StreamParts & {
  register: Register;
  limits: Record<PublicEndpoint['budget'], onRequestHookHandler>;
  /** Asks for a proof of work before an action. */
  challenged: (action: string) => Guard;
};

/** The public endpoints, each answered by its service. */
export async function addPublicApi(app: FastifyInstance, parts: Parts): Promise<void> {
  const { limits, challenged } = parts;
  const guarded = publicEndpoints.map((each) => {
    const guards = each.isChallenged ? [challenged(each.endpoint.path)] : [];
    return {
      ...each,
      onRequest: [limits[each.budget], ...guards.map(({ onRequest }) => onRequest)],
      onSend: guards.map(({ onSend }) => onSend),
    };
  });
  const reads = guarded.filter(({ cached }) => cached);
  const calls = guarded.filter(({ stream, waits, cached }) => !stream && !waits && !cached);
  const waits = guarded.filter((each) => each.waits);
  const streams = guarded.filter(({ stream }) => stream);
  await inScope(app, (scope) => addCachedReads(scope, reads, parts.register));
  await inScope(app, (scope) => addForwarded(scope, calls, parts));
  await inScope(app, (scope) => addForwarded(scope, waits, parts, { areWaits: true }));
  await inScope(app, (scope) => addEventStreams(scope, streams, parts));
}
