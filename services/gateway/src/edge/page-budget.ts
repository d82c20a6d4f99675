import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import type { ClientIds } from '../clients/client-id.ts';
import { readShareOf } from '../clients/networks.ts';
import { createNetworkPayers } from '../clients/payers.ts';
import { createMemoryRateLimits } from '../clients/rate-limit-store.ts';

const MINUTE_MS = 60_000;

/**
 * Counts a page load against the client and, for IPv6, its networks; returns the seconds to wait once a budget is
 * exhausted.
 */
export type PageBudget = (client: { clientId: string; ip: string }) => number | undefined;

/** Counted in this process only, so that no page load waits for a round trip. */
export function createPageBudget(
  perMinute: number,
  { clock, clientIds }: { clock: Clock; clientIds: ClientIds },
): PageBudget {
  const pageLoads = createMemoryRateLimits(clock);
  const networks = createNetworkPayers(clientIds, readShareOf);
  return ({ clientId, ip }) => {
    // In sequence: a call refused to the client does not count against its network.
    for (const { key, share } of [{ key: clientId, share: 1 }, ...networks(ip)]) {
      const { count, endsInMs } = pageLoads.add(key, MINUTE_MS);
      if (count > perMinute * share) return Math.max(1, Math.ceil(endsInMs / 1_000));
    }
    return undefined;
  };
}
