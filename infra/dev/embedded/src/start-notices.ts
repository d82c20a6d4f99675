import { BlockList, isIP } from 'node:net';
import { readSignedHead, withClient } from './backup/copy-database.ts';
import { oneLine } from './readable-error.ts';
import type { Stack } from './stack-parts.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether a listener on this host is reachable only from this machine. */
export function isLoopback(host: string): boolean {
  const family = isIP(host);
  return family === 0 ? host === 'localhost' : loopback.check(host, family === 6 ? 'ipv6' : 'ipv4');
}

export function networkWarning(host: string): string {
  return (
    `WARNING:      HOST=${host} opens this stack to the network. It has no TLS of its own, and its Node and PostgreSQL come from npm ` +
    '(docs/dependencies.md lists their open findings). For a public server see docs/operators-first-day.md.'
  );
}

/** Says so when the log is called by an address that the site no longer has; its verifiers know it by that name. */
export async function logNameNotice({
  url,
  databaseUrl,
}: Pick<Stack, 'url' | 'databaseUrl'>): Promise<string | undefined> {
  const name = (await withClient(databaseUrl, readSignedHead))?.name;
  if (!name || name === `${new URL(url).host}/log`) return undefined;
  return `Log:          it keeps the name ${name}, which its verifiers know`;
}

/** The one-line message for the terminal, or undefined for a defect whose stack is needed. */
export function startFailure(error: unknown, dataDir: string | undefined): string | undefined {
  if (isDiskFull(error))
    return `The disk of ${dataDir ?? 'the data folder'} is full: make room (a first start needs about 200 MB) and start again`;
  return oneLine(error);
}

function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return (
    code === 'ENOSPC' ||
    /ENOSPC|No space left on device|HINT: +Check free disk space/.test(error.message) ||
    isDiskFull(error.cause)
  );
}
