import type { Metrics } from '@naughty-list/service-kit/telemetry/metrics';
import type { Knex } from 'knex';
import { countQueue } from './queue.ts';

/** What waits for a moderator, by kind. */
export function addReviewMetrics(metrics: Metrics, db: Knex): void {
  metrics.addSource({
    name: 'review',
    gauges: {
      review_waiting: { help: 'What waits for a moderator, by kind', labelNames: ['kind'] },
      review_oldest_seconds: { help: 'How long the oldest of each kind has waited', labelNames: ['kind'] },
    },
    async read() {
      const counted = Object.entries(await countQueue(db)).map(([kind, of]) => ({ labels: { kind }, ...of }));
      return {
        review_waiting: counted.map(({ labels, count }) => ({ labels, value: count })),
        review_oldest_seconds: counted.map(({ labels, ageSeconds }) => ({ labels, value: ageSeconds })),
      };
    },
  });
}
