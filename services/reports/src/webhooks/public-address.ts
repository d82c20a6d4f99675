import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** All of IPv6 that is assigned to the public internet (RFC 4291, 2.4); outside it are IPv4-compatible addresses (`::127.0.0.1`). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an address is of the public internet: not this machine, its network, or a metadata service. */
export function isPublicAddress(address: string): boolean {
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
}

/** Resolves names to public addresses alone, at each connection: a name that leads elsewhere later is refused too. */
export const publicLookup: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, { ...options, all: true }, (fault, found) => {
    if (fault) return callback(fault, []);
    const allowed = found.filter(({ address }) => isPublicAddress(address));
    const [first] = allowed;
    if (!first) return callback(new Error(`${hostname} has no public address`), []);
    if (options.all) callback(null, allowed);
    else callback(null, first.address, first.family);
  });

/** A name, or a public address: the latter is not looked up. */
export function isPublicHost({ hostname }: URL): boolean {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) === 0 || isPublicAddress(bare);
}
