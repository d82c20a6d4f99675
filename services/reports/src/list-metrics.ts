import type { Database } from '@naughty-list/service-kit/database/database';
import type { Metrics } from '@naughty-list/service-kit/telemetry/metrics';
import type { Knex } from 'knex';
import { countQueue, secondsToDeadline } from './desk/review/queue.ts';
import { countListed } from './register/lists/repository.ts';
import { niceList } from './register/nice-reports/nice-report.ts';
import { naughtyList } from './register/reports/naughty-list.ts';
import { countOffList } from './register/reports/repository.ts';

/** Counts submissions to the lists, and statements, in the process that handled them. */
export type CountSubmission = (submission: {
  list: 'naughty' | 'nice' | 'statements';
  outcome: string;
}) => void;

/** Metrics of both lists: their lengths, paid removals and submissions. */
export function addListMetrics(metrics: Metrics, db: Database): CountSubmission {
  metrics.addSource({
    name: 'lists',
    gauges: {
      reports_listed: { help: 'Reports that are listed, by list', labelNames: ['list'] },
      reports_removed: { help: 'Reports that are off the list: removed for a burn, cleared or erased' },
    },
    async read() {
      const [naughty, nice, removed] = await Promise.all([
        countListed(db, naughtyList),
        countListed(db, niceList),
        countOffList(db),
      ]);
      return {
        reports_listed: [
          { labels: { list: 'naughty' }, value: naughty },
          { labels: { list: 'nice' }, value: nice },
        ],
        reports_removed: [{ value: removed }],
      };
    },
  });
  return metrics.addCounter({
    name: 'reports_submitted_total',
    help: 'Valid submissions, by list and outcome',
    labelNames: ['list', 'outcome'],
  });
}

/** Metrics of the review queue, by kind. */
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
