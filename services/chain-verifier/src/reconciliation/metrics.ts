import type { Database } from '@naughty-list/service-kit/database/database';
import type { Metrics } from '@naughty-list/service-kit/telemetry/metrics';
import { readAgeSeconds, readFigures } from './repository.ts';

/** Figures of the last complete run; before the first run, only the age. */
export function addReconciliationMetrics(metrics: Metrics, db: Database): void {
  metrics.addSource({
    name: 'reconciliation',
    gauges: {
      reconciliation_age_seconds: {
        help: 'Time since the last complete comparison of payments with the chain',
      },
      reconciliation_payments_not_on_chain: {
        help: 'Accepted payments that a quorum of providers does not have as they were accepted',
      },
      reconciliation_payments_counted_twice: { help: 'Transactions that count for more than one payment' },
      reconciliation_payments_unread: { help: 'Accepted payments that no quorum can show any more' },
      reconciliation_unexplained_burns: { help: 'Burns of LIST that match no payment' },
      reconciliation_unexplained_credits: { help: 'Transfers to the burn wallet that match no payment' },
    },
    async read() {
      const figures = await readFigures(db);
      const gauge = (value: number | undefined) => (value === undefined ? [] : [{ value }]);
      return {
        reconciliation_age_seconds: [{ value: await readAgeSeconds(db) }],
        reconciliation_payments_not_on_chain: gauge(figures?.notOnChain),
        reconciliation_payments_counted_twice: gauge(figures?.countedTwice),
        reconciliation_payments_unread: gauge(figures?.unread),
        reconciliation_unexplained_burns: gauge(figures?.unexplainedBurns),
        reconciliation_unexplained_credits: gauge(figures?.unexplainedCredits),
      };
    },
  });
}
