import { AsyncLocalStorage } from 'node:async_hooks';
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

/** Carries a trace between processes: the headers of W3C Trace Context. */
export type TraceCarrier = Record<string, string>;

type SpanSettings = { kind?: 'client' | 'consumer' | 'internal'; attributes?: Attributes; parent?: Context };

let tracing = false;

/** Whether spans are exported; otherwise the functions here do nothing. */
export const isTracing = () => tracing;

/** Called by `startTracing`, and with false when it stops. */
export function setTracing(on: boolean): void {
  tracing = on;
}

const tracer = () => trace.getTracer('naughty-list');

/** Runs something as a span of the current trace; an error marks the span as failed. */
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
    // Only the name: messages may hold data that does not belong in a trace.
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' });
    throw error;
  } finally {
    span.end();
  }
}

/** Starts the span of an incoming request, within the trace of its headers if any. */
export function startServerSpan(
  name: string,
  headers: Record<string, unknown>,
  attributes: Attributes,
): Context {
  const parent = propagation.extract(ROOT_CONTEXT, headers);
  return trace.setSpan(parent, tracer().startSpan(name, { kind: SpanKind.SERVER, attributes }, parent));
}

/** The headers that carry the current trace; empty without one. */
export function traceCarrier(): TraceCarrier {
  const carrier: TraceCarrier = {};
  if (tracing) propagation.inject(context.active(), carrier);
  return carrier;
}

/** The trace that a carrier belongs to. */
export function carriedTrace(carrier: TraceCarrier): Context {
  return propagation.extract(ROOT_CONTEXT, carrier);
}

/** Runs something as part of a carrier's trace. */
export function withinTrace<T>(carrier: TraceCarrier, run: () => T): T {
  return tracing ? context.with(carriedTrace(carrier), run) : run();
}

/** The current trace id, for logs. */
export function traceId(): string | undefined {
  return tracing ? trace.getActiveSpan()?.spanContext().traceId : undefined;
}

/** Fields of every line logged while a request is handled or a job runs. */
export type LogFields = { requestId?: string; verificationId?: string; job?: string; jobId?: string };

const scope = new AsyncLocalStorage<LogFields>();

/** Adds fields to every line logged by `run` and what it starts. */
export function withLogFields<T>(fields: LogFields, run: () => T): T {
  return scope.run({ ...fields }, run);
}

/** Whether this request is the current one. */
export const isCurrentRequest = (requestId: string) => scope.getStore()?.requestId === requestId;

/** Adds fields that became known later, such as the id of a new verification. */
export function addLogFields(fields: LogFields): void {
  Object.assign(scope.getStore() ?? {}, fields);
}

/** The fields of the current request or job, and its trace. */
export function currentLogFields(): LogFields & { traceId?: string } {
  const trace = traceId();
  return { ...scope.getStore(), ...(trace && { traceId: trace }) };
}
