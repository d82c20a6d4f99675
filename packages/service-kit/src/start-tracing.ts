import { setTimeout as sleep } from 'node:timers/promises';
import { context, propagation, trace } from '@opentelemetry/api';
import type { Sampler } from '@opentelemetry/sdk-trace';
import { secretShare } from './secret-share.ts';
import { setTracing } from './tracing.ts';

export type TracingSettings = {
  /** Base URL of an OTLP/HTTP collector; nothing is loaded without it. */
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  /** Share of new traces that is kept; those of other services are kept or not as they say. */
  OTEL_TRACES_SAMPLER_ARG: number;
};

/**
 * Which traces are kept. Services believe whoever called them. Where strangers call (`secretOfDoor`) their word does not count,
 * since it would let them fill the collector, or hide: a trace that came from elsewhere is chosen like a new one.
 */
function samplerOf(
  sdk: typeof import('@opentelemetry/sdk-trace'),
  share: number,
  secretOfDoor: string | undefined,
): Sampler {
  if (secretOfDoor === undefined)
    return new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) });
  const chosen = secretShare(share, secretOfDoor, sdk.SamplingDecision);
  return new sdk.ParentBasedSampler({
    root: chosen,
    remoteParentSampled: chosen,
    remoteParentNotSampled: chosen,
  });
}

/**
 * Sends spans to a collector from now on; nothing happens (and the SDK is not even loaded) without an endpoint.
 * @param secretOfDoor where strangers call: what their trace ids are judged with
 * @returns sends what is left, and ends it
 */
export async function startTracing(
  service: string,
  settings: TracingSettings,
  secretOfDoor?: string,
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
    sampler: samplerOf(sdk, share, secretOfDoor),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_EVERY_MS })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  setTracing(true, { hasStrangers: secretOfDoor !== undefined });
  return async () => {
    setTracing(false);
    // A collector that is away must not hold the stop up or make it fail.
    const late = sleep(STOP_MS, undefined, { ref: false });
    await Promise.race([provider.shutdown().catch(() => undefined), late]);
  };
}

const SEND_EVERY_MS = 2_000;
const STOP_MS = 2_000;
