import type { Metrics } from '@naughty-list/service-kit/telemetry/metrics';
import { alarming } from './verifications/verification.ts';

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
