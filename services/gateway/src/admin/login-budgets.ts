import type { ClientIds } from '../clients/client-id.ts';
import { shareOf } from '../clients/networks.ts';
import { createNetworkPayers } from '../clients/payers.ts';
import type { RateLimitStore } from '../clients/rate-limit-store.ts';

const QUARTER_HOUR_MS = 15 * 60_000;
const HOUR_MS = 60 * 60_000;

/** One login attempt. `device` is set only for a known device of this admin. */
export type Attempt = { ip: string; username: string; device: string | undefined };

/** Limits wrong passwords. Nothing is counted per username alone: that would let anyone lock the admin out. */
export type LoginBudgets = {
  /** Takes one attempt, or returns the seconds until the next one. A successful login gives it back. */
  take(attempt: Attempt): Promise<{ giveBack(): Promise<void> } | { retryAfter: number }>;
};

/**
 * Per client: `limit` in 15 minutes, and a multiple for its IPv6 networks. Per client and username: `limit` in an hour.
 * Per known device: `limit` in 15 minutes, independent of its address.
 */
export function createLoginBudgets({
  limit,
  rateLimitStore,
  clientIds,
}: {
  limit: number;
  rateLimitStore: RateLimitStore;
  clientIds: ClientIds;
}): LoginBudgets {
  const networksOf = createNetworkPayers(clientIds, shareOf);
  return {
    async take({ ip, username, device }) {
      const client = `logins ${clientIds(ip)}`;
      const windows = device
        ? [{ key: `logins device ${device}`, lengthMs: QUARTER_HOUR_MS, share: 1 }]
        : [
            { key: client, lengthMs: QUARTER_HOUR_MS, share: 1 },
            { key: `${client} ${username.toLowerCase()}`, lengthMs: HOUR_MS, share: 1 },
            ...networksOf(ip).map(({ key, share }) => ({
              key: `logins ${key}`,
              lengthMs: QUARTER_HOUR_MS,
              share,
            })),
          ];
      const taken: string[] = [];
      const giveBack = async () => {
        await Promise.all(taken.map((key) => rateLimitStore.takeBack(key)));
      };
      // In sequence: an exhausted client opens no further window for each username that it invents.
      for (const { key, lengthMs, share } of windows) {
        taken.push(key);
        const { count, endsInMs } = await rateLimitStore.add(key, lengthMs);
        if (count <= limit * share) continue;
        // A refused attempt is not counted, so it does not extend the window.
        await giveBack();
        return { retryAfter: Math.max(1, Math.ceil(endsInMs / 1_000)) };
      }
      return { giveBack };
    },
  };
}
