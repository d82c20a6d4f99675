import type { FaultCode } from '../chain/facts.ts';

/**
 * Why a provider gave no usable response. None of these is a verdict: a retry, or another provider, may succeed.
 * `wrong_cluster`: the provider serves another chain; `history_unavailable`: it knows the status but not the
 * transaction; `provider_conflict`: providers disagree without a majority; `outvoted`: the provider contradicts one;
 * `slow`: others were asked because it did not answer in time;
 * `mint_unusable`: the configured address is not a mint, or wallets show its amounts scaled;
 * `mint_mismatch`: a transaction contradicts the mint that the providers report.
 */
export type RpcFaultCode =
  | FaultCode
  | 'rate_limited'
  | 'provider_error'
  | 'timeout'
  | 'history_unavailable'
  | 'provider_conflict'
  | 'outvoted'
  | 'slow'
  | 'provider_behind'
  | 'wrong_cluster'
  | 'mint_unusable'
  | 'mint_mismatch';

/** Thrown by all calls to providers. The message names the provider's host, never its URL, which may contain a key. */
export class RpcFault extends Error {
  readonly code: RpcFaultCode;
  readonly provider: string;
  /** How long the provider asked clients to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(code: RpcFaultCode, detail: string, from: { provider: string; retryAfterMs?: number }) {
    super(`${code} (${from.provider}): ${detail}`);
    this.name = 'RpcFault';
    this.code = code;
    this.provider = from.provider;
    this.retryAfterMs = from.retryAfterMs;
  }
}
