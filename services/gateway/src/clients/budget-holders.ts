import { cached } from '@naughty-list/service-kit/http/cached';
import type { ClientIds } from './client-id.ts';
import { type Network, networksOf } from './networks.ts';
import type { Budget } from './rate-limit-store.ts';

/** A client or network that a rate limit counts: its key, and its budget as a multiple of a client's. */
export type BudgetHolder = { key: string; share: number };

/** Cached by address: computing them costs more than counting. */
const KEPT_MAX = 10_000;

/**
 * By address: its client and, for IPv6, the /56 and /48 around it, smallest first, because one subscriber can use every
 * address there. Keys do not reveal the address.
 */
export function createBudgetHolders(
  clientIds: ClientIds,
  shareOf: (size: Network['size']) => number,
): (ip: string) => readonly BudgetHolder[] {
  const holders = cached<readonly BudgetHolder[]>({ max: KEPT_MAX });
  const holdersOf = (ip: string) => [
    { key: clientIds(ip), share: 1 },
    ...networksOf(ip)
      .filter(({ size }) => size === '/56' || size === '/48')
      .map(({ size, key }) => ({ key: clientIds(key), share: shareOf(size) })),
  ];
  return (ip) => holders.get(ip, holdersOf);
}

/** Each holder's budget: its multiple of `max` calls in `windowMs`, counted under `name`. */
export const budgetsOf = (
  holders: readonly BudgetHolder[],
  { name, max, windowMs }: { name: string; max: number; windowMs: number },
): Budget[] => holders.map(({ key, share }) => ({ key: `${name} ${key}`, max: max * share, windowMs }));
