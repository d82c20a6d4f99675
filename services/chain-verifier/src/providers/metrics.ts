import type { Metrics } from '@naughty-list/service-kit/telemetry/metrics';
import { Histogram } from 'prom-client';
import type { RpcFaultCode } from './rpc-fault.ts';

/** Counts calls to providers, by their names (hosts), never by URLs, which may contain a key. */
export type RpcMetrics = {
  /** An HTTP call ended, in whatever way. */
  called(call: { provider: string; method: string; durationMs: number }): void;
  /** A provider gave no usable response. */
  failed(fault: { provider: string; code: RpcFaultCode }): void;
};

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

export function openRpcMetrics(metrics: Metrics, providers: readonly string[]): RpcMetrics {
  const count = metrics.addCounter({
    name: 'solana_rpc_requests_total',
    help: 'Calls made to a provider',
    labelNames: ['provider', 'method'],
  });
  const countFault = metrics.addCounter({
    name: 'solana_rpc_faults_total',
    help: 'Calls without a usable response, by reason',
    labelNames: ['provider', 'code'],
    fromZero: providers.map((provider) => ({ provider, code: 'outvoted' })),
  });
  const durations = new Histogram({
    name: 'solana_rpc_request_duration_seconds',
    help: 'From the call to the end of its response',
    labelNames: ['provider', 'method'],
    buckets: SECONDS,
    registers: metrics.registers,
  });
  return {
    called({ provider, method, durationMs }) {
      count({ provider, method });
      durations.observe({ provider, method }, durationMs / 1_000);
    },
    failed: ({ provider, code }) => countFault({ provider, code }),
  };
}
