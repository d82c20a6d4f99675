import { settings } from '@naughty-list/chain-verifier/config';
import { verifyPaymentJob } from '@naughty-list/contracts/payment-jobs';
import { ReportsConfig } from '@naughty-list/reports/config';

const { shape: verifier } = settings;

/** The product's defaults, so that the simulation does not repeat them. */
export const productSettings = {
  backoffMs: verifyPaymentJob.backoffMs,
  maxBackoffMs: verifyPaymentJob.maxBackoffMs,
  rpcTimeoutMs: verifier.SOLANA_RPC_TIMEOUT_MS.parse(undefined),
  rpcRequestsPerSecond: verifier.SOLANA_RPC_REQUESTS_PER_SECOND.parse(undefined),
  sweepAfterMs: ReportsConfig.shape.CLAIM_SWEEP_AFTER_MS.parse(undefined),
} as const;
