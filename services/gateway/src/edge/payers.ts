import type { ClientIds } from '../clients/client-id.ts';
import { type Network, networksOf } from '../clients/networks.ts';

/** The key whose budget a call is charged to, and that budget as a multiple of a client's. */
export type Payer = { key: string; share: number };

/** Networks are cached by address: computing them costs more than counting. */
const KEPT_MAX = 10_000;

/**
 * The larger networks of an IPv6 address, whose holder can choose among many addresses; none for IPv4. Keys do not
 * reveal the network.
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
