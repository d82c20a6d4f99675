import type { FaultCode } from '../chain/facts.ts';

/**
 * Why a provider gave no usable answer. None of these is a verdict: asked again, or elsewhere, it may go better.
 * `wrong_cluster`: the provider serves another chain; `history_unavailable`: it knows the status but not the
 * transaction; `provider_conflict`: providers disagree; `mint_unusable`: the configured mint is none;
 * `mint_mismatch`: a transaction shows another mint than the providers do.
 */
export type RpcFaultCode =
  | FaultCode
  | 'rate_limited'
  | 'provider_error'
  | 'timeout'
  | 'history_unavailable'
  | 'provider_conflict'
  | 'provider_behind'
  | 'wrong_cluster'
  | 'mint_unusable'
  | 'mint_mismatch';

/** Thrown by everything that asks a provider. The message names the provider's host, never its URL (it may hold a key). */
export class RpcFault extends Error {
  readonly code: RpcFaultCode;
  readonly provider: string;
  /** How long the provider asked to be left alone, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(code: RpcFaultCode, detail: string, from: { provider: string; retryAfterMs?: number }) {
    super(`${code} (${from.provider}): ${detail}`);
    this.name = 'RpcFault';
    this.code = code;
    this.provider = from.provider;
    this.retryAfterMs = from.retryAfterMs;
  }
}
