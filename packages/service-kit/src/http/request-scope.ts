import { type Context, context, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import { isCurrentRequest, isTracing, startServerSpan, withLogFields } from '../telemetry/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The trace of this request; undefined while tracing is off. */
    traceContext: Context | undefined;
  }
}

const untraced = /^\/(health|metrics)\b/;

/** Runs what a request starts with its request id, for the log, and its trace. */
export function addRequestScope(app: FastifyInstance, { trustsCallers }: { trustsCallers: boolean }): void {
  app.decorateRequest('traceContext', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    if (isTracing() && !untraced.test(request.url)) {
      const { method, routeOptions, headers, id } = request;
      const route = routeOptions.url ?? 'unknown';
      const attributes = { 'http.request.method': method, 'http.route': route, requestId: id };
      request.traceContext = startServerSpan(`${method} ${route}`, trustsCallers ? headers : {}, attributes);
    }
    enter(request, done);
  });
  // Reading the body leaves the async scope, so enter it again.
  app.addHook('preHandler', (request, _reply, done) => {
    if (!request.traceContext && isCurrentRequest(request.id)) done();
    else enter(request, done);
  });
  app.addHook('onResponse', ({ traceContext }, { statusCode }, done) => {
    const span = traceContext && trace.getSpan(traceContext);
    span?.setAttribute('http.response.status_code', statusCode);
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
    done();
  });
}

function enter(
  { id, traceContext }: { id: string; traceContext: Context | undefined },
  go: () => void,
): void {
  withLogFields({ requestId: id }, () => (traceContext ? context.with(traceContext, go) : go()));
}
