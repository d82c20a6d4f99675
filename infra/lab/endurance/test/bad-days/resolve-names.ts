// Preloaded into a service with `--import`: names below `.naughty-list.test` are resolved by real queries to the test's
// name server, and fail with the codes of the system resolver. All other names use the system resolver.
import dns, { type LookupAddress, type LookupOptions, Resolver } from 'node:dns';

type Done = (
  error: NodeJS.ErrnoException | null,
  address?: string | LookupAddress[],
  family?: number,
) => void;

// Like the system resolver: five seconds, two attempts.
const resolver = new Resolver({ timeout: 5_000, tries: 2 });
resolver.setServers([`127.0.0.1:${process.env.NAME_SERVER_PORT}`]);
const systemLookup = dns.lookup as (name: string, options: unknown, done: unknown) => void;

function lookup(name: string, given: LookupOptions | number | Done, last?: Done): void {
  const done = (last ?? given) as Done;
  if (!name.endsWith('.naughty-list.test')) {
    systemLookup(name, given, last);
    return;
  }
  const all = typeof given === 'object' && given.all === true;
  resolver.resolve4(name, (error, addresses) => {
    if (error) done(asTheSystemSays(error, name));
    else if (all)
      done(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      );
    else done(null, addresses[0] ?? '', 4);
  });
}

function asTheSystemSays(error: NodeJS.ErrnoException, hostname: string): NodeJS.ErrnoException {
  const code = error.code === 'ENOTFOUND' ? 'ENOTFOUND' : 'EAI_AGAIN';
  const said = new Error(`getaddrinfo ${code} ${hostname}`);
  return Object.assign(said, { code, syscall: 'getaddrinfo', hostname });
}

Object.assign(dns, { lookup });
