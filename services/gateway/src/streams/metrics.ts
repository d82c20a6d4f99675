import type { Metrics } from '@naughty-list/service-kit/telemetry/metrics';

/** Reports open event streams, and counts refused ones by limit. */
export function countStreams(metrics: Metrics, open: () => number): { onRefused: (limit: string) => void } {
  metrics.addSource({
    name: 'event_streams',
    gauges: { event_streams_open: { help: 'Event streams that clients have open' } },
    read: async () => ({ event_streams_open: [{ value: open() }] }),
  });
  const refused = metrics.addCounter({
    name: 'event_streams_refused_total',
    help: 'Event streams that were refused, by the limit that was met: a network of that size, or the total',
    labelNames: ['limit'],
  });
  return { onRefused: (limit) => refused({ limit: limit.replace('/', '') }) };
}
