import { context, propagation, trace } from '@opentelemetry/api';
import { inTime } from '../lifecycle/in-time.ts';
import { setTracing } from './tracing.ts';

export type TracingSettings = {
  /** Base URL of an OTLP/HTTP collector; without it nothing is loaded. */
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  /** The sampled share of new traces; traces from other services follow the caller's decision. */
  OTEL_TRACES_SAMPLER_ARG: number;
};

/**
 * Exports spans to a collector; without an endpoint nothing happens (and the SDK is not loaded).
 * @returns flushes and stops
 */
export async function startTracing(service: string, settings: TracingSettings): Promise<() => Promise<void>> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share } = settings;
  if (endpoint === undefined) return async () => {};
  const [sdk, { OTLPTraceExporter }, { resourceFromAttributes }, { AsyncLocalStorageContextManager }, core] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/core'),
    ]);
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_EVERY_MS })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  setTracing(true);
  return async () => {
    setTracing(false);
    // An unavailable collector must not delay or fail the stop.
    await inTime(
      provider.shutdown().catch(() => undefined),
      STOP_MS,
    );
  };
}

const SEND_EVERY_MS = 2_000;
const STOP_MS = 2_000;
