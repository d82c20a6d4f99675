import { ApiError } from '@naughty-list/contracts/errors';
import { type Network, networksOf } from './networks.ts';

/** Which limit was reached: that of a network of this size, or the total. */
export type FullLimit = Network['size'] | 'total';

const RETRY_AFTER_SECONDS = 5;

export const limitReached = (full: FullLimit, text: string): ApiError =>
  new ApiError(full === 'total' ? 'service_unavailable' : 'too_many_requests', text, {
    retryAfter: RETRY_AFTER_SECONDS,
  });

type Acquired = { full?: undefined; release: () => void } | { full: FullLimit; release?: undefined };
export type ConcurrencyLimit = { acquire(address: string): Acquired };

/** Limits what runs at once: `perClient` for a client, a multiple of it for each of its networks, `total` for all. */
export function createConcurrencyLimit({
  perClient,
  shareOf,
  total = Number.POSITIVE_INFINITY,
}: {
  perClient: number;
  shareOf: (size: Network['size']) => number;
  total?: number;
}): ConcurrencyLimit {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    acquire(address) {
      const networks = networksOf(address);
      const network = networks.find(({ key, size }) => (taken.get(key) ?? 0) >= perClient * shareOf(size));
      const full = network?.size ?? (all >= total ? 'total' : undefined);
      if (full) return { full };
      all += 1;
      for (const { key } of networks) taken.set(key, (taken.get(key) ?? 0) + 1);
      let isHeld = true;
      const release = () => {
        if (!isHeld) return;
        isHeld = false;
        all -= 1;
        for (const { key } of networks) {
          const left = (taken.get(key) ?? 1) - 1;
          if (left > 0) taken.set(key, left);
          else taken.delete(key);
        }
      };
      return { release };
    },
  };
}
