import { type ApiClient, createApiClient } from '@naughty-list/api-client/client';
import { CHAIN_VERIFICATIONS_CHANNEL } from '@naughty-list/contracts/verifications';
import { type Notifications, openNotifications } from '@naughty-list/service-kit/database/notifications';
import { type EventStreams, openEventStreams } from '@naughty-list/service-kit/http/event-streams';
import { signedFetch } from '@naughty-list/service-kit/http/signed-fetch';
import type { CommonConfig } from '@naughty-list/service-kit/lifecycle/config';
import type { BaseContext } from '@naughty-list/service-kit/lifecycle/define-service';
import type { Metrics } from '@naughty-list/service-kit/telemetry/metrics';
import type { Knex } from 'knex';
import { type ClaimTable, INTENTS_CHANNEL } from './claim-table.ts';

/** Of calls to the chain verifier that need no more. */
const CALL_MS = 5_000;
/** Streams to gateways; each gateway opens one per followed verification. */
const STREAMS_MAX = 10_000;

/** What a service with claims adds to its context. */
export type PaymentContext = {
  /** Wakes calls that wait for a claim or follow a preview, by its id. */
  claimNotifications: Notifications;
  eventStreams: EventStreams;
  chainVerifier: ApiClient;
};

export function openPaymentContext(
  base: Pick<BaseContext, 'db' | 'log' | 'metrics' | 'draining' | 'onClose'> & {
    config: CommonConfig & { CHAIN_VERIFIER_URL: string };
  },
  claims: ClaimTable,
  { purpose, service }: { purpose: 'removal' | 'membership'; service: string },
): PaymentContext {
  const { config, db, log, metrics, draining, onClose } = base;
  const channel = [claims.channel, CHAIN_VERIFICATIONS_CHANNEL, INTENTS_CHANNEL];
  const claimNotifications = openNotifications({ url: config.DATABASE_URL, channel, log });
  draining.addEventListener('abort', () => void claimNotifications.close());
  onClose(() => claimNotifications.close());
  addClaimMetrics(metrics, db, { claims, purpose });
  const { CHAIN_VERIFIER_URL: baseUrl, INTERNAL_SECRET: secret } = config;
  return {
    claimNotifications,
    eventStreams: openEventStreams({ max: STREAMS_MAX, stopping: draining }),
    chainVerifier: createApiClient({ baseUrl, fetch: signedFetch(secret, service, CALL_MS) }),
  };
}

type Counted = { status: string; claims: number; oldest: number; tokens: number };

/** Metrics of an owner's claims: their number, the age of the oldest pending one, and the amount burned. */
function addClaimMetrics(
  metrics: Metrics,
  db: Knex,
  { claims, purpose }: { claims: ClaimTable; purpose: 'removal' | 'membership' },
): void {
  metrics.addSource({
    name: 'claims',
    gauges: {
      payment_claims: { help: 'Claims by purpose and state', labelNames: ['purpose', 'state'] },
      payment_oldest_pending_seconds: {
        help: 'Age of the oldest undecided claim; 0 if all are decided',
        labelNames: ['purpose'],
      },
      payment_tokens_burned: {
        help: 'LIST burned for accepted claims, in whole tokens',
        labelNames: ['purpose'],
      },
    },
    async read() {
      const { rows } = await db.raw<{ rows: Counted[] }>(
        `select status, count(*)::int as claims, extract(epoch from now() - min(created_at))::float8 as oldest,
                coalesce(sum((amount - sent) / 10::numeric ^ decimals), 0)::float8 as tokens
         from ?? group by status`,
        [claims.table],
      );
      const of = (status: string) => rows.find((one) => one.status === status);
      const [pending, refused, done] = [of('pending'), of('refused'), of(claims.done)];
      return {
        payment_claims: Object.entries({ pending, refused, done }).map(([state, counted]) => ({
          labels: { purpose, state },
          value: counted?.claims ?? 0,
        })),
        payment_oldest_pending_seconds: [{ labels: { purpose }, value: Math.max(0, pending?.oldest ?? 0) }],
        payment_tokens_burned: [{ labels: { purpose }, value: done?.tokens ?? 0 }],
      };
    },
  });
}
