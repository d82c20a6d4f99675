import type {
  FastifyInstance,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
  onSendAsyncHookHandler,
} from 'fastify';
import type { CallParts } from '../proxy/pass-on.ts';
import type { PublicEndpoint } from '../proxy/proxied-endpoint.ts';
import { addCalls } from '../proxy/proxy.ts';
import { publicEndpoints } from '../proxy/public-endpoints.ts';
import { addCachedReads, type Register } from '../proxy/register.ts';
import { addEventStreams, type StreamParts } from '../streams/event-streams.ts';

type Parts = StreamParts &
  CallParts & {
    register: Register;
    limits: Record<PublicEndpoint['budget'], onRequestHookHandler>;
    /** Asks for a proof of work before an action. */
    codeGuesses: { onRequest: onRequestAsyncHookHandler; onSend: onSendAsyncHookHandler };
    challenged: (action: string) => { onRequest: onRequestAsyncHookHandler; onSend: onSendAsyncHookHandler };
  };

/** The public endpoints, each answered by its service. */
export async function addPublicApi(app: FastifyInstance, parts: Parts): Promise<void> {
  const { limits, challenged, codeGuesses } = parts;
  const guarded = publicEndpoints.map((each) => {
    const guards = [
      ...(each.isChallenged ? [challenged(each.endpoint.path)] : []),
      ...(each.takesCaseCode ? [codeGuesses] : []),
    ];
    return {
      ...each,
      onRequest: [limits[each.budget], ...guards.map(({ onRequest }) => onRequest)],
      onSend: guards.map(({ onSend }) => onSend),
    };
  });
  await app.register((scope, _options, done) => {
    addCachedReads(
      scope,
      guarded.filter(({ cached }) => cached),
      parts.register,
    );
    done();
  });
  await app.register((scope, _options, done) => {
    addCalls(
      scope,
      guarded.filter(({ stream, waits, cached }) => !stream && !waits && !cached),
      parts,
    );
    done();
  });
  await app.register((scope, _options, done) => {
    addCalls(
      scope,
      guarded.filter(({ waits }) => waits),
      parts,
      { areWaits: true },
    );
    done();
  });
  await app.register((scope, _options, done) => {
    addEventStreams(
      scope,
      guarded.filter(({ stream }) => stream),
      parts,
    );
    done();
  });
}
