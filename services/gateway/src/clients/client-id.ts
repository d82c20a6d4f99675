import { createHmac, hkdfSync } from 'node:crypto';
import { cached } from '@naughty-list/service-kit/http/cached';
import { truncateAddress } from './address.ts';
import { networksOf } from './networks.ts';

/** Identifies clients in limits and logs without their address: a keyed hash, IPv6 by /64. */
export type ClientIds = (address: string) => string;

export function createClientIds(secret: string): ClientIds {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'client-id', 32));
  // Computing an id costs more than the rest of the edge checks.
  const ids = cached<string>({ max: 50_000, longestKey: 100 });
  return (address) =>
    ids.get(address, () => {
      const network = truncateAddress(address, { v4Bits: 32, v6Bits: 64 }) ?? address;
      return createHmac('sha256', key).update(network).digest('base64url').slice(0, 22);
    });
}

/** The id of the largest network of an address that {@link networksOf} knows. */
export const networkIdOf = (clientIds: ClientIds, address: string): string =>
  clientIds(networksOf(address).at(-1)?.key ?? address);

/** The id of what a provider is allocated: IPv4 by /24, IPv6 by /32, of which one customer may hold many networks. */
export const allocationIdOf = (clientIds: ClientIds, address: string): string =>
  clientIds(`allocation ${truncateAddress(address, { v4Bits: 24, v6Bits: 32 }) ?? address}`);
