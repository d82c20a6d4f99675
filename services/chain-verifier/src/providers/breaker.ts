import pLimit from 'p-limit';
import { RpcFault } from './rpc-fault.ts';

/** Limits calls to one provider, and deprioritises it while it fails. */
export type Breaker = {
  /** Whether the provider recently failed or asked for a pause, so that others should be asked first. */
  isOpen(): boolean;
  /** Whether its last call failed, also between pauses, when it is tried again. */
  isFailing(): boolean;
  /**
   * Runs a call. Throws without calling while the provider asked for a pause or its queue is full (`rate_limited`), and
   * for all but one call at a time while it recovers from a fault (`provider_error`), so that a hanging provider does
   * not block everything.
   */
  run<T>(provider: string, call: () => Promise<T>): Promise<T>;
};

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
const WAITING_PER_SLOT = 8;

/**
 * Allows `maxInFlight` concurrent calls and queues eight times as many. `now` is in milliseconds and monotonic: if the
 * system clock is set back, a provider must not stay paused for longer.
 */
export function openBreaker({
  maxInFlight,
  now = () => performance.now(),
}: {
  maxInFlight: number;
  now?: () => number;
}): Breaker {
  let failures = 0;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let retryAt = Number.NEGATIVE_INFINITY;
  let isProbing = false;
  const limit = pLimit(maxInFlight);

  function recordFault({ code, retryAfterMs }: RpcFault): void {
    // A missing or incomplete transaction says nothing about the provider's health.
    if (!['rate_limited', 'provider_error', 'timeout', 'malformed_response', 'wrong_cluster'].includes(code))
      return;
    failures += 1;
    pausedUntil = now() + Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10), LONGEST_PAUSE_MS);
    if (code === 'rate_limited' && retryAfterMs !== undefined) retryAt = now() + retryAfterMs;
  }

  /** Calls once there is room, and records the outcome. */
  async function callWithin<T>(provider: string, call: () => Promise<T>): Promise<T> {
    if (limit.activeCount + limit.pendingCount >= maxInFlight * (1 + WAITING_PER_SLOT))
      throw new RpcFault('rate_limited', 'too many calls in flight', { provider });
    try {
      const answer = await limit(call);
      failures = 0;
      pausedUntil = Number.NEGATIVE_INFINITY;
      return answer;
    } catch (error) {
      if (error instanceof RpcFault) recordFault(error);
      throw error;
    }
  }

  return {
    isOpen: () => now() < Math.max(pausedUntil, retryAt),
    isFailing: () => failures > 0,
    async run(provider, call) {
      const leftMs = retryAt - now();
      if (leftMs > 0)
        throw new RpcFault('rate_limited', 'the provider asked for a pause', {
          provider,
          retryAfterMs: leftMs,
        });
      if (now() >= pausedUntil) return callWithin(provider, call);
      if (isProbing) throw new RpcFault('provider_error', 'paused after a fault', { provider });
      isProbing = true;
      return callWithin(provider, call).finally(() => {
        isProbing = false;
      });
    },
  };
}
