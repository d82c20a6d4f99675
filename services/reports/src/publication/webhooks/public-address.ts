import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The IPv6 range of the public internet (RFC 4291, 2.4); IPv4-compatible addresses (`::127.0.0.1`) are outside it. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an address is on the public internet, not this machine, its network, or a metadata service. */
export function isPublicAddress(address: string): boolean {
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
}

/**
 * Resolves names to public addresses only, at each connection, so that a name that later leads elsewhere is refused
 * too.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, { ...options, all: true }, (fault, found) => {
    if (fault) return callback(fault, []);
    const allowed = found.filter(({ address }) => isPublicAddress(address));
    const [first] = allowed;
    if (!first) return callback(new Error(`${hostname} has no public address`), []);
    if (options.all) callback(null, allowed);
    else callback(null, first.address, first.family);
  });

/** Whether a host is a name, or a public address (which needs no lookup). */
export function isPublicHost({ hostname }: URL): boolean {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) === 0 || isPublicAddress(bare);
}
