import { context, propagation, trace } from '@opentelemetry/api';
import type { Sampler } from '@opentelemetry/sdk-trace';
import { inTime } from '../lifecycle/in-time.ts';
import { secretShare } from './secrets.ts';
import { setTracing } from './tracing.ts';

export type TracingSettings = {
  /** Base URL of an OTLP/HTTP collector; without it nothing is loaded. */
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  /** The sampled share of new traces; traces from other services follow the caller's decision. */
  OTEL_TRACES_SAMPLER_ARG: number;
};

/**
 * Trace sampling. Services follow their caller's decision. A public service (`samplingSecret`) ignores it, because
 * clients could flood the collector, or hide: an incoming trace is sampled like a new one.
 */
function samplerOf(
  sdk: typeof import('@opentelemetry/sdk-trace'),
  share: number,
  samplingSecret: string | undefined,
): Sampler {
  if (samplingSecret === undefined)
    return new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) });
  const chosen = secretShare(share, samplingSecret, sdk.SamplingDecision);
  return new sdk.ParentBasedSampler({
    root: chosen,
    remoteParentSampled: chosen,
    remoteParentNotSampled: chosen,
  });
}

/**
 * Exports spans to a collector; without an endpoint nothing happens (and the SDK is not loaded).
 * @param samplingSecret for public services: the secret for sampling by trace id
 * @returns flushes and stops
 */
export async function startTracing(
  service: string,
  settings: TracingSettings,
  samplingSecret?: string,
): Promise<() => Promise<void>> {
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
    sampler: samplerOf(sdk, share, samplingSecret),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_EVERY_MS })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  setTracing(true, { isPublic: samplingSecret !== undefined });
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
