import type { Database } from '@naughty-list/service-kit/database';
import type { Metrics } from '@naughty-list/service-kit/metrics';
import { watchState } from './repository.ts';

/** How the watcher of this process does. */
export type WatchMetrics = {
  /** Whether this process holds the lease. */
  leads(isLeader: boolean): void;
  /** A round listed everything that is new at every address. */
  roundCompleted(): void;
  /** A payment was found, and its owner told. */
  found(payment: { queue: string }): void;
};

export function openWatchMetrics(metrics: Metrics, db: Database): WatchMetrics {
  let leader = false;
  let completeAt: number | undefined;
  metrics.addSource({
    name: 'watcher',
    gauges: {
      watcher_leader: {
        help: 'Whether the watcher of this process is the one that watches (1) or stands by (0)',
      },
      watcher_lag_seconds: {
        help: 'Time since the watcher listed all that is new at every address; the leader alone tells',
      },
      watcher_last_slot: { help: 'Slot of the newest transaction that the watcher has seen' },
      watcher_unread_transactions: { help: 'Transactions that were found and not read yet' },
      watcher_oldest_unread_seconds: {
        help: 'How long the oldest of them has been waiting; 0 when there is none',
      },
      watcher_undecided_transactions: {
        help: 'Transactions that name a reference and cannot be judged by this release; they are tried again',
      },
    },
    async read() {
      const { lastSlot, unread, oldestUnreadSeconds, undecided } = await watchState(db);
      const lag =
        leader && completeAt !== undefined ? [{ value: (performance.now() - completeAt) / 1_000 }] : [];
      return {
        watcher_leader: [{ value: leader ? 1 : 0 }],
        watcher_lag_seconds: lag,
        watcher_last_slot: lastSlot === null ? [] : [{ value: lastSlot }],
        watcher_unread_transactions: [{ value: unread }],
        watcher_oldest_unread_seconds: [{ value: oldestUnreadSeconds }],
        watcher_undecided_transactions: [{ value: undecided }],
      };
    },
  });
  return {
    leads(isLeader) {
      // Whoever takes over counts from then: it has listed nothing yet.
      if (isLeader && !leader) completeAt = performance.now();
      leader = isLeader;
    },
    roundCompleted() {
      completeAt = performance.now();
    },
    found: metrics.addCounter({
      name: 'watcher_payments_found_total',
      help: 'Payments that were found on the chain and told to the owner of their reference',
      labelNames: ['queue'],
    }),
  };
}
