import { CHAIN_VERIFICATIONS_CHANNEL } from '@naughty-list/contracts/verifications';
import { type Database, openDatabase } from '@naughty-list/service-kit/database/database';
import { migrate } from '@naughty-list/service-kit/database/migrate';
import { noticeRestore } from '@naughty-list/service-kit/database/notice-restore';
import { openWakeUps, type WakeUps } from '@naughty-list/service-kit/database/wake-ups';
import { openQueues, type Queues } from '@naughty-list/service-kit/jobs/queues';
import { addClockMetric, type Clock, systemClock } from '@naughty-list/service-kit/lifecycle/clock';
import { createLog, type Log } from '@naughty-list/service-kit/telemetry/log';
import { type Metrics, openMetrics } from '@naughty-list/service-kit/telemetry/metrics';
import { secretsIn } from '@naughty-list/service-kit/telemetry/secrets';
import { openRpc } from './chain/rpc.ts';
import type { Config } from './config.ts';
import { openEvidenceDesk } from './evidence/obtain.ts';
import { keepMint } from './mint/keep.ts';
import { rereadMint } from './mint/load.ts';
import { openPaymentMetrics, type PaymentMetrics } from './payment-metrics.ts';
import { openHead } from './providers/head.ts';
import { openRpcMetrics, type RpcMetrics } from './providers/metrics.ts';
import { nameProviders } from './providers/name-providers.ts';
import { openProviders, type Providers } from './providers/providers.ts';
import { type Configured, recordTerms } from './terms/repository.ts';
import { saveTokenSettings } from './token-config/repository.ts';
import type { Verifier } from './verifications/verify.ts';
import { openWatchMetrics, type WatchMetrics } from './watch/metrics.ts';

export const SCHEMA = 'chain';
/** The service, as logs and traces call it. */
export const NAME = 'chain-verifier';

export type Context = {
  db: Database;
  queues: Queues;
  wakeUps: WakeUps;
  providers: Providers;
  metrics: Metrics;
  rpcMetrics: RpcMetrics;
  paymentMetrics: PaymentMetrics;
  watchMetrics: WatchMetrics;
  verifier: Verifier;
  clock: Clock;
  config: Config;
  log: Log;
  /** Brings the schema up to date and writes the settings that belong in it. */
  prepare(): Promise<void>;
  /** Calls back when the context is closed, before anything is let go. */
  onClose(end: () => void | Promise<void>): void;
  close(): Promise<void>;
};

/** Everything the service works with; nothing connects before it is used. */
export function createContext(config: Config, overrides: { clock?: Clock } = {}): Context {
  const clock = overrides.clock ?? systemClock;
  const log = createLog(NAME, config.LOG_LEVEL, secretsIn(config));
  const metrics = openMetrics();
  const db = openDatabase({ url: config.DATABASE_URL, schema: SCHEMA });
  addClockMetric(metrics, { db, clock });
  const queues = openQueues({ url: config.QUEUE_URL, secret: config.INTERNAL_SECRET, log, metrics });
  const wakeUps = openWakeUps({ url: config.DATABASE_URL, channel: CHAIN_VERIFICATIONS_CHANNEL, log });
  const rpcMetrics = openRpcMetrics(metrics);
  const providers = openConfiguredProviders(config, { log, metrics: rpcMetrics });
  const verifier: Verifier = {
    db,
    providers,
    head: openHead(providers),
    evidence: openEvidenceDesk({ providers, commitment: config.SOLANA_COMMITMENT }),
    clock,
    log,
    commitment: config.SOLANA_COMMITMENT,
    mint: keepMint({ db, providers, log }, config.LIST_MINT_ADDRESS),
    notFoundAfterMs: config.NOT_FOUND_AFTER_MS,
    house: {
      burnWallet: config.BURN_WALLET_ADDRESS,
      unbound: config.UNBOUND_PAYMENTS,
    },
  };
  const ends: (() => void | Promise<void>)[] = [];
  return {
    db,
    queues,
    wakeUps,
    providers,
    metrics,
    rpcMetrics,
    paymentMetrics: openPaymentMetrics(metrics),
    watchMetrics: openWatchMetrics(metrics, db, clock),
    verifier,
    clock,
    config,
    log,
    async prepare() {
      await migrate(db, {
        schema: SCHEMA,
        directory: `${import.meta.dirname}/../migrations`,
        mode: config.MIGRATIONS,
        log,
      });
      await queues.check();
      await saveTokenSettings(db, {
        contractAddress: config.LIST_MINT_ADDRESS,
        burnWalletAddress: config.BURN_WALLET_ADDRESS,
        removalCostTokens: config.REMOVAL_COST_TOKENS,
      });
      await recordTerms(db, config.LIST_MINT_ADDRESS, {
        configured: configuredTerms(config),
        at: clock.now(),
      });
      if (await noticeRestore(db, (trx) => trx('restores').insert({})))
        log.warn('this database was restored: payments without a reference from before now are refused');
      // What was kept may be a provider's mistake. A mint that is none is in the log before the first payment; an outage is no
      // reason not to start.
      rereadMint({ db, providers }, config.LIST_MINT_ADDRESS).catch((err) =>
        log.error({ err }, 'the LIST mint could not be read'),
      );
    },
    onClose: (end) => void ends.push(end),
    async close() {
      await Promise.all(ends.map((end) => end()));
      await queues.close();
      await wakeUps.close();
      await db.destroy();
    },
  };
}

function configuredTerms(config: Config): Configured {
  return {
    reports: { tokens: config.REMOVAL_COST_TOKENS, prefix: config.REPORT_REFERENCE_PREFIX },
    membership: { tokens: config.MEMBERSHIP_FEE_TOKENS, prefix: config.MEMBERSHIP_REFERENCE_PREFIX },
  };
}

function openConfiguredProviders(
  config: Config,
  { log, metrics }: { log: Log; metrics: RpcMetrics },
): Providers {
  const { SOLANA_RPC_TIMEOUT_MS: timeoutMs, SOLANA_RPC_REQUESTS_PER_SECOND: requestsPerSecond } = config;
  return openProviders({
    rpcs: nameProviders(config.SOLANA_RPC_URLS).map(({ url, name }) =>
      openRpc({ url, name, timeoutMs, requestsPerSecond, metrics }),
    ),
    quorum: config.SOLANA_RPC_QUORUM,
    maxInFlight: config.SOLANA_RPC_MAX_IN_FLIGHT,
    expected: { cluster: config.SOLANA_CLUSTER, genesisHash: config.SOLANA_GENESIS_HASH },
    log,
    metrics,
  });
}
