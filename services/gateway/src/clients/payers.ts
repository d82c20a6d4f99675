import { cached } from '@naughty-list/service-kit/http/cached';
import type { ClientIds } from './client-id.ts';
import { type Network, networksOf } from './networks.ts';

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
  const payers = cached<readonly Payer[]>({ max: KEPT_MAX });
  const payersOf = (ip: string) =>
    networksOf(ip)
      .filter(({ size }) => size === '/56' || size === '/48')
      .map(({ size, key }) => ({ key: clientIds(key), share: shareOf(size) }));
  return (ip) => (ip.includes(':') ? payers.get(ip, payersOf) : []);
}
