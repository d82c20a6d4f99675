import { ApiError } from '@naughty-list/contracts/errors';
import { type Network, networksOf } from '../clients/networks.ts';

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

/** A client is an IPv4 address or a /64; a larger network may hold this many clients' streams. */
const CLIENTS: Record<Network['size'], number> = { '/32': 1, '/24': 10, '/64': 1, '/56': 4, '/48': 10 };

/** `onRefused` receives the limit that was reached: `total`, or the network size. */
export function createStreamLimits(settings: {
  total: number;
  perClient: number;
  onRefused: (limit: Network['size'] | 'total') => void;
}): StreamLimits {
  const { total, perClient, onRefused } = settings;
  const counts = new Map<string, number>();
  let open = 0;
  return {
    get open() {
      return open;
    },
    take(address) {
      const networks = networksOf(address);
      const met = networks.find(({ key, size }) => (counts.get(key) ?? 0) >= CLIENTS[size] * perClient);
      if (met || open >= total) {
        onRefused(met?.size ?? 'total');
        const [code, text] = met
          ? (['too_many_requests', tooMany] as const)
          : (['service_unavailable', full] as const);
        throw new ApiError(code, text, { retryAfter: RETRY_AFTER_SECONDS });
      }
      open += 1;
      for (const { key } of networks) counts.set(key, (counts.get(key) ?? 0) + 1);
      let taken = true;
      return () => {
        if (!taken) return;
        taken = false;
        open -= 1;
        for (const { key } of networks) {
          const left = (counts.get(key) ?? 1) - 1;
          if (left > 0) counts.set(key, left);
          else counts.delete(key);
        }
      };
    },
  };
}
