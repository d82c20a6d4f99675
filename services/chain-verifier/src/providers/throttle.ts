import { setTimeout as sleep } from 'node:timers/promises';
import { RpcFault } from './rpc-fault.ts';

/** Keeps calls to one provider below its rate limit. */
export type Throttle = {
  /** Resolves when it is this call's turn. Throws `rate_limited` at once if the wait would be too long. */
  turn(): Promise<void>;
};

/**
 * At most `perSecond` calls a second on average (0: no limit), with bursts of up to one second's worth. A call that
 * would wait longer than `longestWaitMs` is refused, so that another provider can be asked. `within`: the throttle of
 * which this one is a share.
 */
export function openThrottle(options: {
  provider: string;
  perSecond: number;
  longestWaitMs: number;
  within?: Throttle;
}): Throttle {
  const { provider, perSecond, longestWaitMs, within } = options;
  const intervalMs = perSecond > 0 ? 1_000 / perSecond : 0;
  const burstMs = Math.max(0, 1_000 - intervalMs);
  // When the calls admitted so far are paid off (generic cell rate algorithm).
  let paidOffAt = 0;
  return {
    async turn() {
      if (intervalMs === 0) return;
      const now = performance.now();
      const from = Math.max(paidOffAt, now);
      const waitMs = from - burstMs - now;
      if (waitMs > longestWaitMs)
        throw new RpcFault('rate_limited', 'the rate limit set for this provider', {
          provider,
          retryAfterMs: Math.ceil(waitMs - longestWaitMs),
        });
      paidOffAt = from + intervalMs;
      if (waitMs > 0) await sleep(waitMs);
      await within?.turn();
    },
  };
}
