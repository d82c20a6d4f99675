import { cached } from '@naughty-list/service-kit/http/cached';
import { truncateAddress } from './address.ts';

/** A network that contains an address, smallest first; `key` is the same for all its addresses. */
export type Network = { size: '/32' | '/24' | '/64' | '/56' | '/48'; key: string };

/** A request asks for its networks several times; the longest key leaves out long zones. */
const known = cached<readonly Network[]>({ max: 10_000, longestKey: 45 });

/** IPv4: the address and its /24. IPv6: /64, /56 and /48, the sizes that providers assign. */
export const networksOf = (address: string): readonly Network[] => known.get(address, findNetworks);

function findNetworks(address: string): Network[] {
  const v4 = (bits: 24 | 32) => truncateAddress(address, { v4Bits: bits, v6Bits: 64 });
  const full = v4(32);
  // Not an address: treat it as its own client.
  if (full === null) return [{ size: '/32', key: address }];
  if (!full.includes(':')) {
    return [
      { size: '/32', key: `${full}/32` },
      { size: '/24', key: `${v4(24)}/24` },
    ];
  }
  return ([64, 56, 48] as const).map((bits) => ({
    size: `/${bits}`,
    key: `${truncateAddress(address, { v4Bits: 32, v6Bits: bits })}/${bits}`,
  }));
}

type Shares = Record<Network['size'], number>;
const shares: Shares = { '/32': 1, '/24': Infinity, '/64': 1, '/56': 2, '/48': 4 };
const readShares: Shares = { ...shares, '/56': 4, '/48': 10 };
const streamShares: Shares = { ...readShares, '/24': 10 };

/**
 * The network's budget as a multiple of a client's. IPv4 networks have none: one may hold all customers of a
 * provider.
 */
export const shareOf = (size: Network['size']): number => shares[size];
/** The same for pages, reads and connections, which many users of one network make. */
export const readShareOf = (size: Network['size']): number => readShares[size];
export const streamShareOf = (size: Network['size']): number => streamShares[size];
