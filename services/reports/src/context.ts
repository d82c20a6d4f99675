import { openPaymentContext, type PaymentContext } from '@naughty-list/payment-flow/context';
import { detectRestore } from '@naughty-list/service-kit/database/detect-restore';
import type { BaseContext } from '@naughty-list/service-kit/lifecycle/define-service';
import { type RemovalPayment, removalClaims, removalPayment } from './cases/removal/payment-kind.ts';
import type { Config, Constants } from './config.ts';
import { type DecisionLimit, decisionLimitOf } from './desk/moderation/decision-limit.ts';
import { addListMetrics, addReviewMetrics, type CountSubmission } from './list-metrics.ts';
import { startFeedsAnew } from './publication/feeds/repository.ts';
import { ensureLog } from './publication/ledger/begin-log.ts';
import { addLedgerMetrics } from './publication/ledger/ledger-metrics.ts';
import { endLog } from './publication/ledger/repository.ts';
import {
  createSendWebhook,
  type SendWebhook,
  type Subscriber,
  subscribersOf,
} from './publication/webhooks/deliver.ts';
import { createReporters, type Reporters } from './register/contributions/contributions.ts';
import { createFetchOembed, type FetchOembed } from './register/posts/oembed.ts';
import { skipLostNumbers } from './register/reports/repository.ts';

/** The parts that routes and jobs share. */
export type Context = BaseContext<Config, Constants> &
  PaymentContext & {
    countSubmission: CountSubmission;
    /** What a payment demands and does here: the removal of a report. */
    paymentKind: RemovalPayment;
    decisionLimit: DecisionLimit;
    /** Makes the keys that identify reporters. */
    reporters: Reporters;
    /** Reads a post from X; undefined if THIRD_PARTIES is off: then moderators check posts. */
    fetchOembed: FetchOembed | undefined;
    /** The subscribers of webhooks, and how to send to them. */
    subscribers: readonly Subscriber[];
    sendWebhook: SendWebhook;
  };

/** After a restore, skips the report numbers that may have been assigned since the backup, and starts feeds and log over. */
export async function openContext(base: BaseContext<Config, Constants>): Promise<Context> {
  const { config, db, log, metrics } = base;
  const parts = openPaymentContext(base, removalClaims, { purpose: 'removal', service: 'reports' });
  addReviewMetrics(metrics, db);
  addLedgerMetrics(metrics, db);
  const onRestore = async (trx: BaseContext['db']) => {
    await skipLostNumbers(trx);
    await startFeedsAnew(trx);
    await endLog(trx);
  };
  if (await detectRestore(db, onRestore))
    log.warn(
      'this database was restored: skipping the numbers assigned since the backup, with a new log and new feeds',
    );
  await ensureLog(db, `${new URL(config.PUBLIC_ORIGIN).host}/log`);
  return {
    ...base,
    ...parts,
    countSubmission: addListMetrics(metrics, db),
    paymentKind: removalPayment(config.REMOVAL_COST_TOKENS),
    decisionLimit: decisionLimitOf(config.CONSEQUENTIAL_DECISIONS_PER_DAY),
    reporters: createReporters(db, base.clock),
    subscribers: subscribersOf(config),
    sendWebhook: createSendWebhook(),
    fetchOembed:
      config.THIRD_PARTIES === 'on' ? createFetchOembed({ url: config.OEMBED_URL, log }) : undefined,
  };
}
