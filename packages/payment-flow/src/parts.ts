import { type ApiClient, createApiClient } from '@naughty-list/api-client/client';
import { isIntentOver, type PaymentIntent } from '@naughty-list/contracts/payment-intents';
import { CHAIN_VERIFICATIONS_CHANNEL } from '@naughty-list/contracts/verifications';
import { type Notifications, openNotifications } from '@naughty-list/service-kit/database/notifications';
import { type EventStreams, openEventStreams } from '@naughty-list/service-kit/http/event-streams';
import { signedFetch } from '@naughty-list/service-kit/http/service-auth';
import type { CommonConfig } from '@naughty-list/service-kit/lifecycle/config';
import type { BaseContext } from '@naughty-list/service-kit/lifecycle/define-service';
import { addClaimMetrics } from './claim-metrics.ts';
import { type ClaimTable, INTENTS_CHANNEL } from './claim-table.ts';
import { openWatchers, openWatchersOf, type Watchers } from './watch.ts';

/** Streams to gateways; each gateway opens one per followed verification. */
const STREAMS_MAX = 10_000;

/** What an owner of claims adds to its context. */
export type PaymentParts = {
  /** Wakes calls that wait for a claim or follow a preview, by its id. */
  claimNotifications: Notifications;
  eventStreams: EventStreams;
  watchers: Watchers;
  intentWatchers: Watchers<PaymentIntent>;
  chainVerifier: ApiClient;
};

export function openPaymentParts<S extends string | number, D extends string>(
  base: Pick<BaseContext, 'db' | 'log' | 'metrics' | 'draining' | 'onClose'> & {
    config: CommonConfig & { CHAIN_VERIFIER_URL: string };
  },
  of: ClaimTable<S, D>,
  { purpose, service }: { purpose: 'removal' | 'membership'; service: string },
): PaymentParts {
  const { config, db, log, metrics, draining, onClose } = base;
  const channel = [of.channel, CHAIN_VERIFICATIONS_CHANNEL, INTENTS_CHANNEL];
  const claimNotifications = openNotifications({ url: config.DATABASE_URL, channel, log });
  draining.addEventListener('abort', () => void claimNotifications.close());
  onClose(() => claimNotifications.close());
  addClaimMetrics(metrics, db, { of, purpose });
  const { CHAIN_VERIFIER_URL: baseUrl, INTERNAL_SECRET: secret } = config;
  return {
    claimNotifications,
    watchers: openWatchers(claimNotifications),
    intentWatchers: openWatchersOf<PaymentIntent>(claimNotifications, isIntentOver),
    eventStreams: openEventStreams({ max: STREAMS_MAX, stopping: draining }),
    chainVerifier: createApiClient({ baseUrl, fetch: signedFetch(secret, service) }),
  };
}
