import { createHmac, hkdfSync } from 'node:crypto';
import { truncateAddress } from './address.ts';

/** Names clients for limits and logs without telling their addresses: a keyed hash, IPv6 by its /64. */
export type ClientIds = (address: string) => string;

export function createClientIds(secret: string): ClientIds {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'client-id', 32));
  return (address) => {
    const network = truncateAddress(address, { v4Bits: 32, v6Bits: 64 }) ?? address;
    return createHmac('sha256', key).update(network).digest('base64url').slice(0, 22);
  };
}
