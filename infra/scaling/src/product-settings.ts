import { settings } from '@naughty-list/chain-verifier/config';
import { verifyBurnJob } from '@naughty-list/contracts/payment-jobs';
import { ReportsConfig } from '@naughty-list/reports/config';

const { shape: verifier } = settings;

/** What the product is set to where nobody sets anything: the simulation has no figures of its own for these. */
export const productSettings = {
  backoffMs: verifyBurnJob.backoffMs,
  maxBackoffMs: verifyBurnJob.maxBackoffMs,
  rpcTimeoutMs: verifier.SOLANA_RPC_TIMEOUT_MS.parse(undefined),
  rpcRequestsPerSecond: verifier.SOLANA_RPC_REQUESTS_PER_SECOND.parse(undefined),
  sweepAfterMs: ReportsConfig.shape.CLAIM_SWEEP_AFTER_MS.parse(undefined),
} as const;
