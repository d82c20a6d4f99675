import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import type { ClientIds } from '../clients/client-id.ts';
import { readShareOf } from '../clients/networks.ts';
import { createPayers } from '../clients/payers.ts';
import { createMemoryRateLimits } from '../clients/rate-limit-store.ts';

const MINUTE_MS = 60_000;

/**
 * Counts a page load against the client and, for IPv6, its networks; returns the seconds to wait once a budget is
 * exhausted.
 */
export type PageBudget = (client: { ip: string }) => number | undefined;

/** Counted in this process only, so that no page load waits for a round trip. */
export function createPageBudget(
  perMinute: number,
  { clock, clientIds }: { clock: Clock; clientIds: ClientIds },
): PageBudget {
  const pageLoads = createMemoryRateLimits(clock);
  const payersOf = createPayers(clientIds, readShareOf);
  return ({ ip }) => {
    const budgets = payersOf(ip).map(({ key, share }) => ({
      key,
      max: perMinute * share,
      windowMs: MINUTE_MS,
    }));
    const { isFull, endsInMs } = pageLoads.take(budgets);
    return isFull ? Math.max(1, Math.ceil(endsInMs / 1_000)) : undefined;
  };
}
