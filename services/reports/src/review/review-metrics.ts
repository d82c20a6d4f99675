import type { Metrics } from '@naughty-list/service-kit/telemetry/metrics';
import type { Knex } from 'knex';
import { countQueue, secondsToDeadline } from './queue.ts';

/** What waits for a moderator, by kind. */
export function addReviewMetrics(metrics: Metrics, db: Knex): void {
  metrics.addSource({
    name: 'review',
    gauges: {
      review_waiting: { help: 'What waits for a moderator, by kind', labelNames: ['kind'] },
      review_oldest_seconds: { help: 'How long the oldest of each kind has waited', labelNames: ['kind'] },
      appeal_deadline_seconds: {
        help: 'Time until the earliest deadline of an open appeal; negative: it has passed',
      },
    },
    async read() {
      const [waiting, deadline] = await Promise.all([countQueue(db), secondsToDeadline(db)]);
      const counted = Object.entries(waiting).map(([kind, of]) => ({ labels: { kind }, ...of }));
      return {
        review_waiting: counted.map(({ labels, count }) => ({ labels, value: count })),
        review_oldest_seconds: counted.map(({ labels, ageSeconds }) => ({ labels, value: ageSeconds })),
        appeal_deadline_seconds: deadline === undefined ? [] : [{ value: deadline }],
      };
    },
  });
}
