import type { ClientIds } from './client-id.ts';
import { type Network, networksOf } from './networks.ts';

/** Whose budget a call spends, and how many times a client's it is. */
export type Payer = { key: string; share: number };

/** Addresses that are kept with their networks: working them out costs more than to count. */
const KEPT_MAX = 10_000;

/**
 * The larger networks of an IPv6 address, which clients choose among many; none of an IPv4 address. Keys do not tell the
 * network.
 */
export function createNetworkPayers(
  clientIds: ClientIds,
  shareOf: (size: Network['size']) => number,
): (ip: string) => readonly Payer[] {
  const kept = new Map<string, readonly Payer[]>();
  return (ip) => {
    if (!ip.includes(':')) return [];
    const known = kept.get(ip);
    if (known !== undefined) return known;
    const payers = networksOf(ip)
      .filter(({ size }) => size === '/56' || size === '/48')
      .map(({ size, key }) => ({ key: clientIds(key), share: shareOf(size) }));
    if (kept.size >= KEPT_MAX) kept.clear();
    kept.set(ip, payers);
    return payers;
  };
}
