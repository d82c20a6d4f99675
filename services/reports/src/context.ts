import { type ApiClient, createApiClient } from '@naughty-list/api-client/client';
import { isIntentOver, type PaymentIntent } from '@naughty-list/contracts/payment-intents';
import { CHAIN_VERIFICATIONS_CHANNEL } from '@naughty-list/contracts/verifications';
import { addClaimMetrics } from '@naughty-list/payment-flow/claim-metrics';
import { INTENTS_CHANNEL } from '@naughty-list/payment-flow/intent';
import { openWatchers, openWatchersOf, type Watchers } from '@naughty-list/payment-flow/watch';
import { detectRestore } from '@naughty-list/service-kit/database/detect-restore';
import { type Notifications, openNotifications } from '@naughty-list/service-kit/database/notifications';
import { type EventStreams, openEventStreams } from '@naughty-list/service-kit/http/event-streams';
import { signedFetch } from '@naughty-list/service-kit/http/service-auth';
import type { BaseContext } from '@naughty-list/service-kit/lifecycle/define-service';
import { type AskOembed, createAskOembed } from './appeals/oembed.ts';
import { createReporters, type Reporters } from './cases/contributions.ts';
import type { Constants, ReportsConfig } from './config.ts';
import { startFeedsAnew } from './feeds/repository.ts';
import { endLog, ensureLog } from './ledger/begin-log.ts';
import { addLedgerMetrics } from './ledger/ledger-metrics.ts';
import { addListMetrics, type CountSubmission } from './list-metrics.ts';
import { type Share, shareOf } from './moderation/share.ts';
import { type RemovalEffect, removalClaims, removalEffect } from './removal/effect.ts';
import { skipLostNumbers } from './reports/repository.ts';
import { addReviewMetrics } from './review/review-metrics.ts';
import { createSendWebhook, type SendWebhook } from './webhooks/deliver.ts';
import { type Subscriber, subscribersOf } from './webhooks/subscribers.ts';

export const SCHEMA = 'reports';

/** Streams to gateways; each gateway opens one per followed verification. */
const STREAMS_MAX = 10_000;

/** The parts that routes and jobs share. */
export type Context = BaseContext<ReportsConfig, Constants> & {
  countSubmission: CountSubmission;
  /** Wakes calls that wait for a claim or follow a preview, by its id. */
  claimNotifications: Notifications;
  eventStreams: EventStreams;
  watchers: Watchers;
  intentWatchers: Watchers<PaymentIntent>;
  chainVerifier: ApiClient;
  /** What a payment does here. */
  effect: RemovalEffect;
  /** What one moderator may decide alone. */
  share: Share;
  /** Makes the keys that identify reporters. */
  reporters: Reporters;
  /** Reads a post from X; undefined where moderators check posts. */
  askOembed: AskOembed | undefined;
  /** The subscribers of webhooks, and how to send to them. */
  subscribers: readonly Subscriber[];
  sendWebhook: SendWebhook;
};

/** After a restore, skip the report numbers that may have been assigned since the backup, and start the feeds over. */
export async function openContext(base: BaseContext<ReportsConfig, Constants>): Promise<Context> {
  const { config, db, log, metrics, draining, onClose } = base;
  const channel = [removalClaims.channel, CHAIN_VERIFICATIONS_CHANNEL, INTENTS_CHANNEL];
  const claimNotifications = openNotifications({ url: config.DATABASE_URL, channel, log });
  draining.addEventListener('abort', () => void claimNotifications.close());
  onClose(() => claimNotifications.close());
  addReviewMetrics(metrics, db);
  addLedgerMetrics(metrics, db);
  addClaimMetrics(metrics, db, { of: removalClaims, purpose: 'removal' });
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
  const { CHAIN_VERIFIER_URL: baseUrl, INTERNAL_SECRET: secret } = config;
  return {
    ...base,
    countSubmission: addListMetrics(metrics, db),
    claimNotifications,
    watchers: openWatchers(claimNotifications),
    intentWatchers: openWatchersOf<PaymentIntent>(claimNotifications, isIntentOver),
    eventStreams: openEventStreams({ max: STREAMS_MAX, stopping: draining }),
    chainVerifier: createApiClient({ baseUrl, fetch: signedFetch(secret, 'reports') }),
    effect: removalEffect(config.REMOVAL_COST_TOKENS),
    share: shareOf(config.CONSEQUENTIAL_DECISIONS_PER_DAY),
    reporters: createReporters(db, base.clock),
    subscribers: subscribersOf(config),
    sendWebhook: createSendWebhook(),
    askOembed: config.THIRD_PARTIES === 'on' ? createAskOembed({ url: config.OEMBED_URL, log }) : undefined,
  };
}
