import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Whether an address is of the public internet: not this machine, its network, or a metadata service. */
export const isPublicAddress = (address: string): boolean => ipaddr.process(address).range() === 'unicast';

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
