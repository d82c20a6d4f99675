import { truncateAddress } from './address.ts';

/** A network that an address belongs to, smallest first; `key` is the same for all addresses in it. */
export type Network = { size: '/32' | '/24' | '/64' | '/56' | '/48'; key: string };

/** IPv4: the address and its /24. IPv6: /64, /56 and /48, as providers hand them out. */
export function networksOf(address: string): Network[] {
  const v4 = (bits: 24 | 32) => truncateAddress(address, { v4Bits: bits, v6Bits: 64 });
  const full = v4(32);
  // Not an address: a client of its own.
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

/** How many times a client's budget a network of this size has. An IPv4 network is not counted: it may be a provider's customers. */
export const shareOf = (size: Network['size']): number => shares[size];
/** The same for pages and reads, of which many people in one network make many. */
export const readShareOf = (size: Network['size']): number => readShares[size];
