import type { Metrics } from '@naughty-list/service-kit/telemetry/metrics';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { RpcFaultCode } from './rpc-fault.ts';

/**
 * Prometheus metrics of the providers. The label is the provider's name (its host), never its URL, which may contain a
 * key.
 */
export type RpcMetrics = {
  /** An HTTP call ended, in whatever way. */
  called(call: { provider: string; method: string; durationMs: number }): void;
  /** A provider gave no usable response. */
  failed(fault: { provider: string; code: RpcFaultCode }): void;
  /** Reports from now on whether a provider's last call failed. */
  follow(provider: string, isFailing: () => boolean): void;
  /** Records the providers' finalised slots, all read in the same check. */
  recordHeads(heads: { provider: string; slot: number }[]): void;
  /** Calls `refresh` on every scrape from now on; it must not block. */
  refreshBy(refresh: () => unknown): void;
};

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

/** Registers the metrics with the process. */
export function openRpcMetrics({ registers }: Metrics): RpcMetrics {
  const requests = new Counter({
    name: 'solana_rpc_requests_total',
    help: 'Calls made to a provider',
    labelNames: ['provider', 'method'],
    registers,
  });
  const faults = new Counter({
    name: 'solana_rpc_faults_total',
    help: 'Calls without a usable response, by reason',
    labelNames: ['provider', 'code'],
    registers,
  });
  const durations = new Histogram({
    name: 'solana_rpc_request_duration_seconds',
    help: 'From the call to the end of its response',
    labelNames: ['provider', 'method'],
    buckets: SECONDS,
    registers,
  });
  const slots = new Gauge({
    name: 'solana_rpc_slot',
    help: 'The newest finalised slot that a provider reported',
    labelNames: ['provider'],
    registers,
  });
  let refresh: () => unknown = () => undefined;
  const lag = new Gauge({
    name: 'solana_rpc_slot_lag',
    help: 'How many finalised slots a provider is behind the one that is furthest',
    labelNames: ['provider'],
    registers,
    collect: () => void refresh(),
  });
  const breakers = new Map<string, () => boolean>();
  new Gauge({
    name: 'solana_rpc_failing',
    help: "Whether a provider's last call failed (1), paused or not",
    labelNames: ['provider'],
    registers,
    collect() {
      for (const [provider, isFailing] of breakers) this.set({ provider }, isFailing() ? 1 : 0);
    },
  });
  return {
    called({ provider, method, durationMs }) {
      requests.inc({ provider, method });
      durations.observe({ provider, method }, durationMs / 1_000);
    },
    failed: ({ provider, code }) => faults.inc({ provider, code }),
    follow(provider, isFailing) {
      breakers.set(provider, isFailing);
      // Prometheus sees no increase in a series that begins at 1.
      faults.inc({ provider, code: 'outvoted' }, 0);
    },
    recordHeads(heads) {
      // The lag of a provider that did not answer is unknown.
      lag.reset();
      slots.reset();
      const furthest = Math.max(...heads.map(({ slot }) => slot));
      for (const { provider, slot } of heads) {
        lag.set({ provider }, furthest - slot);
        slots.set({ provider }, slot);
      }
    },
    refreshBy(given) {
      refresh = given;
    },
  };
}
