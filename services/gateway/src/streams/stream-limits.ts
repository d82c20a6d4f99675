import { ApiError } from '@naughty-list/contracts/errors';
import { type Network, networksOf } from '../clients/networks.ts';

/** Counts open event streams: in total, per client and per network. */
export type StreamLimits = {
  readonly open: number;
  /**
   * Takes a place for a client; call the result to give it back.
   *
   * @throws ApiError too_many_requests for a client or network with too many, service_unavailable when all places are taken
   */
  take(address: string): () => void;
};

const RETRY_AFTER_SECONDS = 5;
const tooMany = 'Too many open pages. Please close one and try again.';
const full = 'Too many open pages on the whole site. Please try again in a moment.';

/** A client is an IPv4 address or a /64; a larger network has room for so many clients. */
const CLIENTS: Record<Network['size'], number> = { '/32': 1, '/24': 10, '/64': 1, '/56': 4, '/48': 10 };

/** `onRefused` gets the limit that was met: `total`, or the size of the network. */
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
