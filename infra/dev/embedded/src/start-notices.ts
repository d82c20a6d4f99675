import { BlockList, isIP } from 'node:net';
import { ReadableError } from './readable-error.ts';

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

/** The one-line message for the terminal, or undefined for a defect whose stack is needed. */
export function startFailure(error: unknown, dataDir: string | undefined): string | undefined {
  if (isDiskFull(error))
    return `The disk of ${dataDir ?? 'the data folder'} is full: make room (a first start needs about 200 MB) and start again`;
  return error instanceof ReadableError ? error.message : undefined;
}

function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || /ENOSPC|No space left on device/.test(error.message) || isDiskFull(error.cause);
}
