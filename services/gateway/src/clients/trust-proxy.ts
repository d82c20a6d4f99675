import { isIP } from 'node:net';
import { z } from 'zod';

const HOPS_MAX = 10;
/**
 * The largest trusted share of an address family. Carrier and private networks are smaller: 10.0.0.0/8 is 1/256,
 * fc00::/7 is 1/128.
 */
const SHARE_MAX = 1 / 32;

/** The number of proxies in front, or their addresses. Trusting every address would let clients forge theirs. */
export const TrustProxy = z
  .string()
  .regex(/^(\d{1,2}|[0-9a-fA-F.:/, ]+)$/, 'must be a number of hops, or addresses separated by commas')
  .refine((text) => !/^\d+$/.test(text) || Number(text) <= HOPS_MAX, `must be at most ${HOPS_MAX} hops`)
  .refine((text) => /^\d+$/.test(text) || isNarrow(text), 'must name the proxies, not most of the Internet')
  .default('0')
  .transform((text) => (/^\d+$/.test(text) ? hops(Number(text)) : text.replaceAll(' ', '')));

/** With no proxy in front, forwarding headers are ignored. */
const hops = (trusted: number) => trusted > 0 && ((_address: string, hop: number) => hop < trusted);

function isNarrow(text: string): boolean {
  const shares = { 4: 0, 6: 0 };
  for (const entry of text.replaceAll(' ', '').split(',')) {
    const network = readNetwork(entry);
    if (!network) return false;
    shares[network.family] += 2 ** -network.bits;
  }
  return shares[4] <= SHARE_MAX && shares[6] <= SHARE_MAX;
}

/** Undefined for an invalid network, or an IPv6 network that contains all of IPv4. */
function readNetwork(entry: string): { family: 4 | 6; bits: number } | undefined {
  const [address = '', prefix, ...rest] = entry.split('/');
  const family = isIP(address);
  if ((family !== 4 && family !== 6) || rest.length > 0) return undefined;
  const longest = family === 4 ? 32 : 128;
  const bits = prefix === undefined ? longest : Number(prefix);
  if (!/^\d*$/.test(prefix ?? '') || prefix === '' || bits > longest) return undefined;
  // IPv4-mapped addresses are in ::ffff:0:0/96.
  if (family === 6 && /^(::|0+:)/.test(address) && bits < 128) return undefined;
  return { family, bits };
}
