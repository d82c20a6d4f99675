import type { ClientIds } from './client-id.ts';
import { type Network, networksOf } from './networks.ts';
import type { Budget } from './rate-limit-store.ts';

/**
 * The budgets of an address, counted under `name`: of its client and, for IPv6, a multiple for the /56 and /48 around it,
 * smallest first, because one subscriber can use every address there. Keys do not reveal the address.
 */
export const createBudgets =
  (clientIds: ClientIds, shareOf: (size: Network['size']) => number, { name, max, windowMs }: NamedBudget) =>
  (ip: string): Budget[] => [
    { key: `${name} ${clientIds(ip)}`, max, windowMs },
    ...networksOf(ip)
      .filter(({ size }) => size === '/56' || size === '/48')
      .map(({ size, key }) => ({ key: `${name} ${clientIds(key)}`, max: max * shareOf(size), windowMs })),
  ];

type NamedBudget = { name: string; max: number; windowMs: number };
