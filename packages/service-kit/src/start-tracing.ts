import { setTimeout as sleep } from 'node:timers/promises';
import { context, propagation, trace } from '@opentelemetry/api';
import { setTracing } from './tracing.ts';

export type TracingSettings = {
  /** Base URL of an OTLP/HTTP collector; nothing is loaded without it. */
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  /** Share of new traces that is kept; traces that came from elsewhere are kept or not as they say. */
  OTEL_TRACES_SAMPLER_ARG: number;
};

/**
 * Sends spans to a collector from now on; nothing happens (and the SDK is not even loaded) without an endpoint.
 * @returns sends what is left, and ends it
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
    // A collector that is away must not hold the stop up or make it fail.
    const late = sleep(STOP_MS, undefined, { ref: false });
    await Promise.race([provider.shutdown().catch(() => undefined), late]);
  };
}

const SEND_EVERY_MS = 2_000;
const STOP_MS = 2_000;
