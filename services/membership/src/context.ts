import { type ApiClient, createApiClient } from '@naughty-list/api-client/client';
import { isIntentOver, type PaymentIntent } from '@naughty-list/contracts/payment-intents';
import { CHAIN_VERIFICATIONS_CHANNEL } from '@naughty-list/contracts/verifications';
import { addClaimMetrics } from '@naughty-list/payment-flow/claim-metrics';
import { INTENTS_CHANNEL } from '@naughty-list/payment-flow/intent';
import { openWatchers, openWatchersOf, type Watchers } from '@naughty-list/payment-flow/watch';
import { type Notifications, openNotifications } from '@naughty-list/service-kit/database/notifications';
import { type EventStreams, openEventStreams } from '@naughty-list/service-kit/http/event-streams';
import { signedFetch } from '@naughty-list/service-kit/http/service-auth';
import type { BaseContext } from '@naughty-list/service-kit/lifecycle/define-service';
import { membershipClaims } from './claims/claim.ts';
import { type MembershipEffect, membershipEffect } from './claims/effect.ts';
import type { Config, Constants } from './config.ts';
import { openTelegram } from './invites/telegram.ts';
import { type Chat, inviteLeaseMs } from './members/link.ts';
import { addMemberMetrics } from './members/metrics.ts';

/** Streams to gateways; each gateway opens one per followed verification. */
const STREAMS_MAX = 10_000;

/** The parts that routes and jobs share. */
export type Context = BaseContext<Config, Constants> & {
  /** Wakes calls that wait for a claim or its invite, by claim id. */
  claimNotifications: Notifications;
  eventStreams: EventStreams;
  watchers: Watchers;
  intentWatchers: Watchers<PaymentIntent>;
  chainVerifier: ApiClient;
  chat: Chat;
  /** What a payment does here. */
  effect: MembershipEffect;
};

export function openContext(base: BaseContext<Config, Constants>): Context {
  const { config, constants, db, log, metrics, draining, onClose } = base;
  const channel = [membershipClaims.channel, CHAIN_VERIFICATIONS_CHANNEL, INTENTS_CHANNEL];
  const claimNotifications = openNotifications({ url: config.DATABASE_URL, channel, log });
  draining.addEventListener('abort', () => void claimNotifications.close());
  onClose(() => claimNotifications.close());
  addClaimMetrics(metrics, db, { of: membershipClaims, purpose: 'membership' });
  addMemberMetrics(metrics, db);
  const { CHAIN_VERIFIER_URL: baseUrl, INTERNAL_SECRET: secret } = config;
  const chat = chatOf(config, constants);
  const telegramLink = chat.kind === 'fixed' ? chat.link : null;
  return {
    ...base,
    claimNotifications,
    watchers: openWatchers(claimNotifications),
    intentWatchers: openWatchersOf<PaymentIntent>(claimNotifications, isIntentOver),
    eventStreams: openEventStreams({ max: STREAMS_MAX, stopping: draining }),
    chainVerifier: createApiClient({ baseUrl, fetch: signedFetch(secret, 'membership') }),
    chat,
    effect: membershipEffect({ telegramLink, inviteDueInMs: inviteLeaseMs(constants) }),
  };
}

/** A configured bot takes precedence over a shared link. */
function chatOf(config: Config, constants: Constants): Chat {
  const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_CHAT_ID: chatId, TELEGRAM_INVITE_LINK: link } = config;
  if (token && chatId) {
    const { telegramApiUrl: apiUrl, telegramTimeoutMs: timeoutMs } = constants;
    return {
      kind: 'invites',
      telegram: openTelegram({ apiUrl, token, chatId, timeoutMs }),
    };
  }
  if (!link) throw new Error('No link to the chat is configured');
  return { kind: 'fixed', link };
}
