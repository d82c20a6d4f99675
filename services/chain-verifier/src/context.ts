import { CHAIN_VERIFICATIONS_CHANNEL } from '@naughty-list/contracts/verifications';
import { detectRestore } from '@naughty-list/service-kit/database/detect-restore';
import { type Notifications, openNotifications } from '@naughty-list/service-kit/database/notifications';
import type { BaseContext } from '@naughty-list/service-kit/lifecycle/define-service';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import { openRpc } from './chain/rpc.ts';
import type { Config } from './config.ts';
import { openEvidenceLoader } from './evidence/evidence-loader.ts';
import { rereadMint } from './mint/load.ts';
import { openMintCache } from './mint/mint-cache.ts';
import { openPaymentMetrics, type PaymentMetrics } from './payment-metrics.ts';
import { openHead } from './providers/head.ts';
import { openRpcMetrics, type RpcMetrics } from './providers/metrics.ts';
import { nameProviders } from './providers/name-providers.ts';
import { openProviders, type Providers } from './providers/providers.ts';
import { openRpcHealth } from './providers/rpc-health.ts';
import { addReconciliationMetrics } from './reconciliation/metrics.ts';
import { type Configured, recordTerms } from './terms/repository.ts';
import { saveTokenSettings } from './token-config/repository.ts';
import type { Verifier } from './verifications/verify.ts';
import { openWatchMetrics, type WatchMetrics } from './watch/metrics.ts';

export type Context = BaseContext<Config> & {
  notifications: Notifications;
  providers: Providers;
  rpcMetrics: RpcMetrics;
  /** Whether the RPC providers answered at the last check. */
  isRpcHealthy: () => boolean;
  paymentMetrics: PaymentMetrics;
  watchMetrics: WatchMetrics;
  verifier: Verifier;
};

/** Opens the service's parts and stores the settings that belong in the database. */
export async function openContext(base: BaseContext<Config>): Promise<Context> {
  const { config, db, clock, log, metrics, draining, onClose } = base;
  const notifications = openNotifications({
    url: config.DATABASE_URL,
    channel: CHAIN_VERIFICATIONS_CHANNEL,
    log,
  });
  draining.addEventListener('abort', () => void notifications.close());
  onClose(() => notifications.close());
  const rpcMetrics = openRpcMetrics(metrics);
  const providers = openConfiguredProviders(config, { log, metrics: rpcMetrics });
  const isRpcHealthy = openRpcHealth({ providers, metrics: rpcMetrics });
  // A scrape starts a check of the providers; the next scrape sees its result.
  rpcMetrics.refreshBy(isRpcHealthy);
  const verifier: Verifier = {
    db,
    providers,
    head: openHead(providers),
    evidence: openEvidenceLoader({ providers, commitment: config.SOLANA_COMMITMENT }),
    clock,
    log,
    commitment: config.SOLANA_COMMITMENT,
    mint: openMintCache({ db, providers, log }, config.LIST_MINT_ADDRESS),
    notFoundAfterMs: config.NOT_FOUND_AFTER_MS,
    policy: {
      burnWallet: config.BURN_WALLET_ADDRESS,
      unbound: config.UNBOUND_PAYMENTS,
    },
  };
  addReconciliationMetrics(metrics, db);
  await recordSettings({ config, db, clock, log });
  // Re-read at start, because a stored mint may be a provider's mistake. An invalid mint is logged before the first
  // payment; an outage must not prevent the start.
  rereadMint({ db, providers }, config.LIST_MINT_ADDRESS).catch((err) =>
    log.error({ err }, 'the LIST mint could not be read'),
  );
  return {
    ...base,
    notifications,
    providers,
    rpcMetrics,
    isRpcHealthy,
    paymentMetrics: openPaymentMetrics(metrics),
    watchMetrics: openWatchMetrics(metrics, db, clock),
    verifier,
  };
}

async function recordSettings({
  config,
  db,
  clock,
  log,
}: Pick<BaseContext<Config>, 'config' | 'db' | 'clock' | 'log'>): Promise<void> {
  await saveTokenSettings(db, {
    contractAddress: config.LIST_MINT_ADDRESS,
    burnWalletAddress: config.BURN_WALLET_ADDRESS,
    removalCostTokens: config.REMOVAL_COST_TOKENS,
  });
  await recordTerms(db, config.LIST_MINT_ADDRESS, { configured: configuredTerms(config), at: clock.now() });
  if (await detectRestore(db, (trx) => trx('restores').insert({})))
    log.warn('this database was restored: payments without a reference from before now are refused');
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
