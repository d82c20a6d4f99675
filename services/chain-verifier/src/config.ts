import { Address, ReportReferencePrefix, Signature, WholeTokens } from '@naughty-list/contracts/primitives';
import { RefusedClaimRetentionDays } from '@naughty-list/contracts/retention';
import { socialLinks } from '@naughty-list/contracts/social-links';
import { thirdPartySettings } from '@naughty-list/contracts/third-parties';
import { meaningOf } from '@naughty-list/payment-flow/keyless';
import { commonSettings, readConfig } from '@naughty-list/service-kit/lifecycle/config';
import { z } from 'zod';

const HttpUrl = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' });

const HttpUrls = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(HttpUrl).min(1));

// A key of up to 44 characters follows, and a reference is limited to 64.
const KeyedReferencePrefix = z.string().regex(/^[\w-]{3,19}$/, 'must be 3 to 19 letters, digits, - or _');

export const settings = z
  .object({
    ...commonSettings,
    SOLANA_RPC_URLS: HttpUrls,
    PUBLIC_SOLANA_RPC_URL: HttpUrl,
    SOLANA_CLUSTER: z.enum(['mainnet-beta', 'devnet', 'testnet', 'localnet']),
    SOLANA_GENESIS_HASH: z.string().min(32).max(44).optional(),
    SOLANA_COMMITMENT: z.enum(['confirmed', 'finalized']).default('finalized'),
    SOLANA_RPC_QUORUM: z.coerce.number().int().min(1).max(10).optional(),
    SOLANA_RPC_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(8_000),
    SOLANA_RPC_REQUESTS_PER_SECOND: z.coerce.number().min(0).max(100_000).default(50),
    SOLANA_RPC_MAX_IN_FLIGHT: z.coerce.number().int().min(1).max(1_000).default(16),
    LIST_MINT_ADDRESS: Address,
    BURN_WALLET_ADDRESS: Address,
    REMOVAL_COST_TOKENS: WholeTokens.default('1000000'),
    MEMBERSHIP_FEE_TOKENS: WholeTokens.default('750000'),
    REPORT_REFERENCE_PREFIX: ReportReferencePrefix,
    MEMBERSHIP_REFERENCE_PREFIX: KeyedReferencePrefix.default('LISTCLUB-'),
    UNBOUND_PAYMENTS: z.enum(['prove', 'accept', 'reject']).default('prove'),
    NOT_FOUND_AFTER_MS: z.coerce.number().int().min(0).default(180_000),
    REFUSED_CLAIM_RETENTION_DAYS: RefusedClaimRetentionDays,
    WATCH_ENABLED: z
      .enum(['true', 'false'])
      .default('true')
      .transform((text) => text === 'true'),
    WATCH_INTERVAL_MS: z.coerce.number().int().min(100).max(3_600_000).default(5_000),
    WATCH_FROM_SIGNATURE: Signature.optional(),
    ...thirdPartySettings,
    LINK_X: z.url().default(socialLinks.x),
    LINK_TIKTOK: z.url().default(socialLinks.tiktok),
    LINK_TELEGRAM: z.url().default(socialLinks.telegram),
    LINK_CHART: z.url().default(socialLinks.chart),
  })
  .refine(({ SOLANA_RPC_QUORUM: quorum = 1, SOLANA_RPC_URLS: urls }) => quorum <= urls.length, {
    path: ['SOLANA_RPC_QUORUM'],
    message: 'must not be larger than the number of SOLANA_RPC_URLS',
  });

export type Config = z.output<typeof settings>;

/** How many providers must agree: of three or more, two, so that one that errs or lies decides nothing. */
export function quorumOf(config: Pick<Config, 'SOLANA_RPC_QUORUM' | 'SOLANA_RPC_URLS'>): number {
  return config.SOLANA_RPC_QUORUM ?? (config.SOLANA_RPC_URLS.length >= 3 ? 2 : 1);
}

/** What a quorum of one means, for the log and the doctor; undefined for a larger one. */
export function quorumWarning(
  config: Pick<Config, 'SOLANA_RPC_QUORUM' | 'SOLANA_RPC_URLS'>,
): string | undefined {
  if (quorumOf(config) > 1) return undefined;
  return 'one RPC provider alone decides about payments: if it errs, so do we. Three in SOLANA_RPC_URLS outvote one that errs';
}

/** What the burn wallet means, for the log and the doctor. */
export const burnWalletMeaning = (config: Pick<Config, 'BURN_WALLET_ADDRESS'>): string =>
  meaningOf(config.BURN_WALLET_ADDRESS);

/** Throws a ConfigError that names every missing or invalid setting. */
export function loadConfig(env: Record<string, string | undefined>): Config {
  return readConfig(settings, env);
}
