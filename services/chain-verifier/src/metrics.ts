import type { Database } from '@naughty-list/service-kit/database/database';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import type { Metrics } from '@naughty-list/service-kit/telemetry/metrics';
import { alarming } from './verifications/verification.ts';
import { countUnresolvedGaps } from './watch/cursors.ts';
import { watchState } from './watch/repository.ts';

/** Metrics of this process's watcher. */
export type WatchMetrics = {
  /** Whether this process holds the lease. */
  leads(isLeader: boolean): void;
  /** A round listed everything, at every address, that was final at this chain time. */
  listedUpTo(headTime: Date): void;
  /** A payment was found, and its owner notified. */
  found(payment: { queue: string }): void;
};

export function openWatchMetrics(metrics: Metrics, db: Database, clock: Clock): WatchMetrics {
  let leader = false;
  let listedUpTo: Date | undefined;
  metrics.addSource({
    name: 'watcher',
    gauges: {
      watcher_leader: {
        help: 'Whether the watcher of this process is the one that watches (1) or stands by (0)',
      },
      watcher_lag_seconds: {
        help: 'Age of the newest block up to which the watcher has listed every address; the leader alone reports it',
      },
      watcher_last_slot: { help: 'Slot of the newest transaction that the watcher has seen' },
      watcher_unread_transactions: { help: 'Transactions that were found and not read yet' },
      watcher_oldest_unread_seconds: {
        help: 'How long the oldest of them has been waiting; 0 when there is none',
      },
      watcher_undecided_transactions: {
        help: 'Transactions that name a reference and cannot be judged by this release; they are tried again',
      },
      watcher_unresolved_gaps: {
        help: 'Stretches of history that the providers have lost, passed over, and not marked as resolved yet',
      },
    },
    async read() {
      const { lastSlot, unread, oldestUnreadSeconds, undecided } = await watchState(db);
      const ageMs = listedUpTo && clock.now().getTime() - listedUpTo.getTime();
      const lag = leader && ageMs !== undefined ? [{ value: Math.max(0, ageMs) / 1_000 }] : [];
      return {
        watcher_leader: [{ value: leader ? 1 : 0 }],
        watcher_lag_seconds: lag,
        watcher_last_slot: lastSlot === null ? [] : [{ value: lastSlot }],
        watcher_unread_transactions: [{ value: unread }],
        watcher_oldest_unread_seconds: [{ value: oldestUnreadSeconds }],
        watcher_undecided_transactions: [{ value: undecided }],
        watcher_unresolved_gaps: [{ value: await countUnresolvedGaps(db) }],
      };
    },
  });
  return {
    leads(isLeader) {
      // A new leader counts from now: it has listed nothing yet.
      if (isLeader && !leader) listedUpTo = clock.now();
      leader = isLeader;
    },
    listedUpTo(headTime) {
      listedUpTo = headTime;
    },
    found: metrics.addCounter({
      name: 'watcher_payments_found_total',
      help: 'Payments found on the chain whose owner was notified',
      labelNames: ['queue'],
    }),
  };
}

/** Outcomes of the payments that this process judges. */
export type PaymentMetrics = {
  /** Judging ended with a verdict; redelivered verdicts count again. */
  judged(verdict: { purpose: string; outcome: string; code: string }): void;
  /** Judging could not decide and will be retried. */
  undecided(why: { code: string }): void;
};

export function openPaymentMetrics(metrics: Metrics): PaymentMetrics {
  return {
    judged: metrics.addCounter({
      name: 'payment_verdicts_total',
      help: 'Verdicts on payments, by purpose, outcome and code (none where it was accepted)',
      labelNames: ['purpose', 'outcome', 'code'],
    }),
    undecided: metrics.addCounter({
      name: 'payment_undecided_total',
      help: 'Judgings that could not decide yet, by the reason',
      labelNames: ['code'],
      fromZero: [...alarming].map((code) => ({ code })),
    }),
  };
}
