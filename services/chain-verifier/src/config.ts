import { MEMBERSHIP_REFERENCE_PREFIX } from '@naughty-list/contracts/membership';
import { Address, REPORT_REFERENCE_PREFIX, Signature, WholeTokens } from '@naughty-list/contracts/primitives';
import { thirdPartySettings } from '@naughty-list/contracts/third-parties';
import { isKeyless } from '@naughty-list/payment-flow/proofs';
import { commonSettings, HttpUrl } from '@naughty-list/service-kit/lifecycle/config';
import { z } from 'zod';

const HttpUrls = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(HttpUrl).min(1));

export const Config = z
  .object({
    ...commonSettings,
    SOLANA_RPC_URLS: HttpUrls,
    PUBLIC_SOLANA_RPC_URL: HttpUrl,
    SOLANA_CLUSTER: z.enum(['mainnet-beta', 'devnet', 'testnet', 'localnet']),
    SOLANA_COMMITMENT: z.enum(['confirmed', 'finalized']).default('finalized'),
    SOLANA_RPC_QUORUM: z.coerce.number().int().min(1).max(10).optional(),
    SOLANA_RPC_REQUESTS_PER_SECOND: z.coerce.number().min(0).max(100_000).default(50),
    LIST_MINT_ADDRESS: Address,
    BURN_WALLET_ADDRESS: Address,
    REMOVAL_COST_TOKENS: WholeTokens.default('1000000'),
    MEMBERSHIP_FEE_TOKENS: WholeTokens.default('750000'),
    UNBOUND_PAYMENTS: z.enum(['prove', 'accept', 'reject']).default('prove'),
    WATCH_FROM: z
      .union([z.enum(['now', 'never']), Signature], 'must be now, never or a signature')
      .default('now'),
    ...thirdPartySettings,
  })
  .refine(({ SOLANA_RPC_QUORUM: quorum = 1, SOLANA_RPC_URLS: urls }) => quorum <= urls.length, {
    path: ['SOLANA_RPC_QUORUM'],
    message: 'must not be larger than the number of SOLANA_RPC_URLS',
  });

export type Config = z.output<typeof Config>;

/** Numbers that no operator changes. */
export const constants = {
  /** Of a call to a provider, body included. */
  rpcTimeoutMs: 8_000,
  /** How long an unknown transaction may still land. */
  notFoundAfterMs: 180_000,
  /** Between two rounds of the watcher. */
  watchPauseMs: 5_000,
  /** Those of earlier starts stay valid. */
  prefixes: { reports: REPORT_REFERENCE_PREFIX, membership: MEMBERSHIP_REFERENCE_PREFIX },
};
export type Constants = typeof constants;

/** How many providers must agree: of three or more, two, so that one that errs or lies decides nothing. */
export function quorumOf(config: Pick<Config, 'SOLANA_RPC_QUORUM' | 'SOLANA_RPC_URLS'>): number {
  return config.SOLANA_RPC_QUORUM ?? (config.SOLANA_RPC_URLS.length >= 3 ? 2 : 1);
}

/** What a quorum of one means, for the log and the doctor; undefined for a larger one. */
export function quorumWarning(
  config: Pick<Config, 'SOLANA_RPC_QUORUM' | 'SOLANA_RPC_URLS'>,
): string | undefined {
  if (quorumOf(config) > 1) return undefined;
  return 'one RPC provider alone decides about payments: if it errs, so do we. Name three in SOLANA_RPC_URLS, with SOLANA_RPC_QUORUM 2 or unset';
}

/** What happens to tokens sent to the burn wallet, for the log and the doctor. */
export const burnWalletMeaning = (config: Pick<Config, 'BURN_WALLET_ADDRESS'>): string =>
  isKeyless(config.BURN_WALLET_ADDRESS)
    ? 'no key can open the burn wallet: what arrives there is burned'
    : "the burn wallet has a key: what arrives there is shown as sent to the project's wallet, not as burned";
