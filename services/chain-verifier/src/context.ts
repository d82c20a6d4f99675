import { detectRestore } from '@naughty-list/service-kit/database/detect-restore';
import type { BaseContext } from '@naughty-list/service-kit/lifecycle/define-service';
import { inTime } from '@naughty-list/service-kit/lifecycle/in-time';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import type { Metrics } from '@naughty-list/service-kit/telemetry/metrics';
import { openRpc } from './chain/rpc.ts';
import { burnWalletMeaning, type Config, type Constants, quorumOf, quorumWarning } from './config.ts';
import { openEvidenceLoader } from './evidence/evidence-loader.ts';
import { openPaymentMetrics, openWatchMetrics, type PaymentMetrics, type WatchMetrics } from './metrics.ts';
import { rereadMint } from './mint/mint.ts';
import { openHead, openRpcHealth } from './providers/head.ts';
import { openRpcMetrics } from './providers/metrics.ts';
import { nameProviders } from './providers/name-providers.ts';
import { openProviders, type Providers } from './providers/providers.ts';
import { openThrottle } from './providers/throttle.ts';
import { addReconciliationMetrics } from './reconciliation/repository.ts';
import { type Configured, recordTerms } from './terms/terms.ts';
import type { Verifier } from './verifications/verify.ts';

export type Context = BaseContext<Config, Constants> & {
  providers: Providers;
  /** The same, with a small share of the calls: for previews and burn requests, which claim nothing. */
  spareProviders: Providers;
  /** Whether the RPC providers answered at the last check. */
  isRpcHealthy: () => boolean;
  paymentMetrics: PaymentMetrics;
  watchMetrics: WatchMetrics;
  verifier: Verifier;
  /** The same with `spareProviders`. */
  previewer: Verifier;
  /** The same for transactions that are confirmed: for what may still change, and is not recorded. */
  beforeFinal: Verifier;
};

/** Opens the service's context and records the settings by which payments are judged. */
export async function openContext(base: BaseContext<Config, Constants>): Promise<Context> {
  const { config, constants, db, clock, log, metrics } = base;
  const { providers, spare } = openConfiguredProviders(config, {
    timeoutMs: constants.rpcTimeoutMs,
    log,
    metrics,
  });
  const warning = quorumWarning(config);
  if (warning) log.warn(warning);
  log.info(burnWalletMeaning(config));
  const isRpcHealthy = openRpcHealth(providers, metrics);
  const verifier: Verifier = {
    db,
    providers,
    head: openHead(providers),
    evidence: openEvidenceLoader({ providers, commitment: config.SOLANA_COMMITMENT }),
    clock,
    log,
    commitment: config.SOLANA_COMMITMENT,
    mint: config.LIST_MINT_ADDRESS,
    notFoundAfterMs: constants.notFoundAfterMs,
    unbound: config.UNBOUND_PAYMENTS,
  };
  const previewer: Verifier = {
    ...verifier,
    providers: spare,
    evidence: openEvidenceLoader({ providers: spare, commitment: config.SOLANA_COMMITMENT }),
  };
  const beforeFinal: Verifier = {
    ...previewer,
    commitment: 'confirmed',
    evidence: openEvidenceLoader({ providers: spare, commitment: 'confirmed' }),
  };
  addReconciliationMetrics(metrics, db);
  await recordSettings(base, verifier);
  // Re-read at start, because a stored mint may be a provider's mistake. An invalid mint is logged before the first
  // payment; an outage must not prevent the start.
  rereadMint({ db, providers }, config.LIST_MINT_ADDRESS).catch((err) =>
    log.error({ err }, 'the LIST mint could not be read'),
  );
  return {
    ...base,
    providers,
    spareProviders: spare,
    isRpcHealthy,
    paymentMetrics: openPaymentMetrics(metrics),
    watchMetrics: openWatchMetrics(metrics, db, clock),
    verifier,
    previewer,
    beforeFinal,
  };
}

const CHAIN_TIME_MS = 5_000;

async function recordSettings(
  { config, constants, db, clock, log }: BaseContext<Config, Constants>,
  { head }: Pick<Verifier, 'head'>,
): Promise<void> {
  // An outage must not prevent the start.
  const readChainTime = async () =>
    (await inTime(head(), CHAIN_TIME_MS).catch(() => undefined))?.time ?? null;
  await recordTerms(db, configuredTerms(config, constants.prefixes), { at: clock.now(), readChainTime });
  if (await detectRestore(db, (trx) => trx('state').update({ restored_at: trx.fn.now() })))
    log.warn('this database was restored: payments without a reference from before now are refused');
}

function configuredTerms(config: Config, prefixes: Constants['prefixes']): Configured {
  return {
    mint: config.LIST_MINT_ADDRESS,
    burnWallet: config.BURN_WALLET_ADDRESS,
    owners: {
      reports: { tokens: config.REMOVAL_COST_TOKENS, prefix: prefixes.reports },
      membership: { tokens: config.MEMBERSHIP_FEE_TOKENS, prefix: prefixes.membership },
    },
  };
}

/** The share of calls, per second and in flight, for previews and burn requests. */
const SPARE_SHARE = 1 / 4;
/** Concurrent calls per provider and process; eight times as many may wait. */
const MAX_IN_FLIGHT = 16;

/** The configured providers, for payments and for the rest: `spare` has its own queue and a share of the calls. */
function openConfiguredProviders(
  config: Config,
  { timeoutMs, log, metrics: ofProcess }: { timeoutMs: number; log: Log; metrics: Metrics },
): Record<'providers' | 'spare', Providers> {
  const { SOLANA_RPC_REQUESTS_PER_SECOND: perSecond } = config;
  const quorum = quorumOf(config);
  const named = nameProviders(config.SOLANA_RPC_URLS);
  const metrics = openRpcMetrics(
    ofProcess,
    named.map(({ name }) => name),
  );
  const rpcs = named.map(({ url, name }) => {
    const limits = { provider: name, longestWaitMs: timeoutMs };
    const throttle = openThrottle({ ...limits, perSecond });
    const share = openThrottle({ ...limits, perSecond: perSecond * SPARE_SHARE, within: throttle });
    const settings = { url, name, timeoutMs, metrics };
    return { own: openRpc({ ...settings, throttle }), spare: openRpc({ ...settings, throttle: share }) };
  });
  const common = { quorum, expected: { cluster: config.SOLANA_CLUSTER }, log };
  const spareInFlight = Math.ceil(MAX_IN_FLIGHT * SPARE_SHARE);
  const ownInFlight = MAX_IN_FLIGHT - spareInFlight;
  return {
    providers: openProviders({
      ...common,
      rpcs: rpcs.map(({ own }) => own),
      maxInFlight: ownInFlight,
      metrics,
    }),
    spare: openProviders({
      ...common,
      rpcs: rpcs.map(({ spare }) => spare),
      maxInFlight: spareInFlight,
    }),
  };
}
