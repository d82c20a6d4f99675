import { ApiError } from '@naughty-list/contracts/errors';
import { type Network, networksOf } from './networks.ts';

/** The limit that left no place: of a network of that size, or of all. */
export type MetLimit = Network['size'] | 'total';

const RETRY_AFTER_SECONDS = 5;

export const noPlace = (met: MetLimit, text: string): ApiError =>
  new ApiError(met === 'total' ? 'service_unavailable' : 'too_many_requests', text, {
    retryAfter: RETRY_AFTER_SECONDS,
  });

type Taken = { met?: undefined; giveBack: () => void } | { met: MetLimit; giveBack?: undefined };
export type Places = { take(address: string): Taken };

/** Places that clients hold for a while. A client has `perClient`, each of its networks a multiple of them, all `total`. */
export function createPlaces({
  perClient,
  shareOf,
  total = Number.POSITIVE_INFINITY,
}: {
  perClient: number;
  shareOf: (size: Network['size']) => number;
  total?: number;
}): Places {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    take(address) {
      const networks = networksOf(address);
      const full = networks.find(({ key, size }) => (taken.get(key) ?? 0) >= perClient * shareOf(size));
      const met = full?.size ?? (all >= total ? 'total' : undefined);
      if (met) return { met };
      all += 1;
      for (const { key } of networks) taken.set(key, (taken.get(key) ?? 0) + 1);
      let isHeld = true;
      const giveBack = () => {
        if (!isHeld) return;
        isHeld = false;
        all -= 1;
        for (const { key } of networks) {
          const left = (taken.get(key) ?? 1) - 1;
          if (left > 0) taken.set(key, left);
          else taken.delete(key);
        }
      };
      return { giveBack };
    },
  };
}
