let made = 0;

/** An unused IPv4 address in its own /24. */
export function newClient(): string {
  made += 1;
  return `100.${64 + Math.floor(made / 256)}.${made % 256}.7`;
}

export const newClients = (count: number): string[] => Array.from({ length: count }, newClient);

/** Addresses of one unused /24, from the first again after the last. */
export function ipv4Neighbours(count: number): string[] {
  const network = newClient().replace(/\d+$/, '');
  return Array.from({ length: count }, (_, at) => `${network}${1 + (at % 254)}`);
}

let networks = 0;

/** Unused IPv6 addresses of one unused /48, either spread over its /56 networks or all in one. */
export function ipv6Clients(count: number, spread: 'one /56' | 'many /56'): string[] {
  networks += 1;
  const network = `2001:db8:${networks.toString(16)}`;
  return Array.from({ length: count }, (_, at) => {
    const subnet = spread === 'one /56' ? at % 256 : ((at % 256) << 8) | (Math.floor(at / 256) % 256);
    return `${network}:${subnet.toString(16)}::${(1 + (at % 0xffff)).toString(16)}`;
  });
}
