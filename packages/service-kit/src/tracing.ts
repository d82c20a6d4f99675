import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

/** What carries a trace from one process to the next: the headers of W3C Trace Context. */
export type TraceCarrier = Record<string, string>;

type SpanSettings = { kind?: 'client' | 'consumer' | 'internal'; attributes?: Attributes; parent?: Context };

let tracing = false;
/** Whether anybody may call: see `startTracing`. */
let hasStrangers = false;

/** Whether spans go anywhere; as long as they do not, nothing here costs anything. */
export const isTracing = () => tracing;

/** Called by `startTracing`, and with false when it is over. */
export function setTracing(on: boolean, callers: { hasStrangers: boolean } = { hasStrangers: false }): void {
  tracing = on;
  hasStrangers = callers.hasStrangers;
}

const tracer = () => trace.getTracer('naughty-list');

/** Runs something as a span of the trace that is under way; what it throws marks the span as failed. */
export async function withSpan<T>(
  name: string,
  { kind = 'internal', attributes = {}, parent = context.active() }: SpanSettings,
  run: (span?: Span) => Promise<T>,
): Promise<T> {
  if (!tracing) return run();
  const kinds = { client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER, internal: SpanKind.INTERNAL };
  const span = tracer().startSpan(name, { kind: kinds[kind], attributes }, parent);
  try {
    return await context.with(trace.setSpan(parent, span), () => run(span));
  } catch (error) {
    // The name alone: messages may hold what does not belong into a trace.
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' });
    throw error;
  } finally {
    span.end();
  }
}

/**
 * Begins the span of a request that came in, within the trace that its headers name if they do. Of strangers nothing but the
 * ids is taken: what else tracers tell each other (`tracestate`) would travel on through every service and job.
 */
export function startServerSpan(
  name: string,
  headers: Record<string, unknown>,
  attributes: Attributes,
): Context {
  const believed = hasStrangers ? { traceparent: headers.traceparent } : headers;
  const parent = propagation.extract(ROOT_CONTEXT, believed);
  return trace.setSpan(parent, tracer().startSpan(name, { kind: SpanKind.SERVER, attributes }, parent));
}

/** The headers that carry the trace under way; none when there is none. */
export function traceCarrier(): TraceCarrier {
  const carrier: TraceCarrier = {};
  if (tracing) propagation.inject(context.active(), carrier);
  return carrier;
}

/** The trace that a carrier was made in. */
export function carriedTrace(carrier: TraceCarrier): Context {
  return propagation.extract(ROOT_CONTEXT, carrier);
}

/** Runs something as a part of the trace that a carrier was made in. */
export function withinTrace<T>(carrier: TraceCarrier, run: () => T): T {
  return tracing ? context.with(carriedTrace(carrier), run) : run();
}

/** The trace under way, for logs. */
export function traceId(): string | undefined {
  return tracing ? trace.getActiveSpan()?.spanContext().traceId : undefined;
}
