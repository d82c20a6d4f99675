import { cached } from '@naughty-list/service-kit/http/cached';
import type { ClientIds } from './client-id.ts';
import { type Network, networksOf } from './networks.ts';
import type { Budget } from './rate-limit-store.ts';

/** Whose budget a call is charged to, and that budget as a multiple of a client's. */
export type Payer = { key: string; share: number };

/** Cached by address: computing them costs more than counting. */
const KEPT_MAX = 10_000;

/**
 * A client and the larger networks of its IPv6 address, whose holder can choose among many addresses; smallest first.
 * Keys do not reveal the address.
 */
export function createPayers(
  clientIds: ClientIds,
  shareOf: (size: Network['size']) => number,
): (ip: string) => readonly Payer[] {
  const payers = cached<readonly Payer[]>({ max: KEPT_MAX });
  const payersOf = (ip: string) => [
    { key: clientIds(ip), share: 1 },
    ...networksOf(ip)
      .filter(({ size }) => size === '/56' || size === '/48')
      .map(({ size, key }) => ({ key: clientIds(key), share: shareOf(size) })),
  ];
  return (ip) => payers.get(ip, payersOf);
}

/** What each of them may do: as many calls in a window of this length, under this name. */
export const budgetsOf = (
  payers: readonly Payer[],
  { name, max, windowMs }: { name: string; max: number; windowMs: number },
): Budget[] => payers.map(({ key, share }) => ({ key: `${name} ${key}`, max: max * share, windowMs }));
