import type { Clock } from '@naughty-list/service-kit/clock';
import type { ClientIds } from './client-id.ts';
import { createMemoryCounts } from './counts-in-memory.ts';
import { readShareOf } from './networks.ts';
import { createNetworkPayers } from './payers.ts';

const MINUTE_MS = 60_000;

/**
 * Counts a page against the budgets of its client and, for IPv6, of the client's networks; answers after how many seconds to
 * come back once one is used up.
 */
export type PageBudget = (client: { clientId: string; ip: string }) => number | undefined;

/** Counted in this process alone: no page waits for another machine. */
export function createPageBudget(
  perMinute: number,
  { clock, clientIds }: { clock: Clock; clientIds: ClientIds },
): PageBudget {
  const counts = createMemoryCounts(clock);
  const networks = createNetworkPayers(clientIds, readShareOf);
  return ({ clientId, ip }) => {
    // One after the other: what is refused to a client is not spent by its network.
    for (const { key, share } of [{ key: clientId, share: 1 }, ...networks(ip)]) {
      const { count, endsInMs } = counts.add(key, MINUTE_MS);
      if (count > perMinute * share) return Math.max(1, Math.ceil(endsInMs / 1_000));
    }
    return undefined;
  };
}
