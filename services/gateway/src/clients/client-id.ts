import { createHmac, hkdfSync } from 'node:crypto';
import { truncateAddress } from './address.ts';

/** Identifies clients in limits and logs without their address: a keyed hash, IPv6 by /64. */
export type ClientIds = (address: string) => string;

/** Ids are cached: computing one costs more than the rest of the edge checks. */
const KEPT_MAX = 10_000;

export function createClientIds(secret: string): ClientIds {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'client-id', 32));
  const kept = new Map<string, string>();
  const nameOf = (address: string) => {
    const network = truncateAddress(address, { v4Bits: 32, v6Bits: 64 }) ?? address;
    return createHmac('sha256', key).update(network).digest('base64url').slice(0, 22);
  };
  return (address) => {
    const known = kept.get(address);
    if (known !== undefined) return known;
    const name = nameOf(address);
    kept.set(address, name);
    const [oldest] = kept.keys();
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
    return name;
  };
}
