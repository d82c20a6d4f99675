import { isIPv4, isIPv6 } from 'node:net';

/**
 * The first bits of an address, as an address: `203.0.113.0`, `2001:db8:1::`. IPv4-mapped IPv6 counts as IPv4. Null
 * for anything else.
 */
export function truncateAddress(
  address: string,
  { v4Bits, v6Bits }: { v4Bits: 24 | 32; v6Bits: 32 | 48 | 56 | 64 | 128 },
): string | null {
  if (isIPv4(address)) return truncateIpv4(address, v4Bits);
  if (!isIPv6(address)) return null;
  const groups = ipv6Groups(address);
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (mapped) {
    const bytes = groups.slice(6).flatMap((group) => [group >> 8, group & 0xff]);
    return truncateIpv4(bytes.join('.'), v4Bits);
  }
  const kept = groups.slice(0, Math.ceil(v6Bits / 16)).map((group) => group.toString(16));
  if (v6Bits === 56) kept[3] = ((groups[3] ?? 0) & 0xff00).toString(16);
  return v6Bits === 128 ? kept.join(':') : `${kept.join(':')}::`;
}

function truncateIpv4(address: string, bits: 24 | 32): string {
  return bits === 32 ? address : address.replace(/\d+$/, '0');
}

/** The eight groups of an IPv6 address in any notation. */
function ipv6Groups(address: string): number[] {
  const withoutZone = address.replace(/%.*$/, '');
  // The URL parser normalises every notation, including a trailing IPv4 part.
  const canonical = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const parse = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const before = parse(head);
  const after = parse(tail ?? '');
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}
