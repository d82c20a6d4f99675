import { ApiError } from '@naughty-list/contracts/errors';
import { type Network, streamShareOf } from '../clients/networks.ts';
import { createPlaces } from '../clients/places.ts';

/** Limits open event streams in total, per client and per network. */
export type StreamLimits = {
  readonly open: number;
  /**
   * Reserves a slot for a client; call the result to release it.
   *
   * @throws ApiError too_many_requests when a client or network has too many, service_unavailable when all slots are
   * taken
   */
  take(address: string): () => void;
};

const RETRY_AFTER_SECONDS = 5;
const tooMany = 'Too many open pages. Please close one and try again.';
const full = 'Too many open pages on the whole site. Please try again in a moment.';

/** `onRefused` receives the limit that was reached: `total`, or the network size. */
export function createStreamLimits(settings: {
  total: number;
  perClient: number;
  onRefused: (limit: Network['size'] | 'total') => void;
}): StreamLimits {
  const { total, perClient, onRefused } = settings;
  const places = createPlaces(perClient, streamShareOf);
  let open = 0;
  return {
    get open() {
      return open;
    },
    take(address) {
      const met = places.full(address);
      if (met || open >= total) {
        onRefused(met ?? 'total');
        const [code, text] = met
          ? (['too_many_requests', tooMany] as const)
          : (['service_unavailable', full] as const);
        throw new ApiError(code, text, { retryAfter: RETRY_AFTER_SECONDS });
      }
      open += 1;
      const giveBack = places.take(address);
      let taken = true;
      return () => {
        if (!taken) return;
        taken = false;
        open -= 1;
        giveBack();
      };
    },
  };
}
