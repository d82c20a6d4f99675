import type { Metrics } from '@naughty-list/service-kit/telemetry/metrics';

/** What becomes of payments, as this process judges them. */
export type PaymentMetrics = {
  /** A judging ended with a verdict; one that is told again counts again. */
  judged(verdict: { purpose: string; outcome: string; code: string }): void;
  /** A judging could not decide, and is tried again. */
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
    }),
  };
}
