import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { ReadableError } from './readable-error.ts';

/** Below the ephemeral port range (from 32768 on Linux, 49152 by IANA), above most well-known services. */
const LASTING_PORTS: [number, number] = [12_000, 32_000];

/** The cause of a failed start: another process took a port after it was found free. */
export class PortTakenError extends Error {
  override readonly name = 'PortTakenError';
}

/** A currently free TCP port on 127.0.0.1. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

/**
 * Distinct free ports on 127.0.0.1 outside the ephemeral range, so that no outgoing connection takes the port of a
 * process while it restarts.
 */
export async function freePorts(count: number): Promise<number[]> {
  const chosen = new Set<number>();
  while (chosen.size < count) {
    const candidate = randomInt(...LASTING_PORTS);
    if (await isFree(candidate)) chosen.add(candidate);
  }
  return [...chosen];
}

/** A free port whose successor is free too, e.g. for a chain and its websocket; the preferred one if possible. */
export async function freePortPair(preferred?: number): Promise<number> {
  for (let candidate = preferred ?? (await freePort()); ; candidate = await freePort()) {
    if (candidate < 65_535 && (await isFree(candidate)) && (await isFree(candidate + 1))) return candidate;
  }
}

/**
 * Checks that an address can be bound.
 * @throws ReadableError with advice
 */
export async function requirePort(host: string, port: number): Promise<void> {
  try {
    await bind(host, port);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reasons: Record<string, string> = {
      EADDRINUSE: `Port ${port} on ${host} is taken: stop what uses it, or choose another, e.g. PORT=${port + 1} npm start`,
      EACCES: `Port ${port} may not be opened by this user: choose one above 1023, e.g. PORT=8080 npm start`,
      EADDRNOTAVAIL: `HOST=${host} is not an address of this machine`,
      ENOTFOUND: `HOST=${host} is not an address of this machine`,
    };
    throw new ReadableError(reasons[code ?? ''] ?? `Port ${port} on ${host} cannot be opened: ${message}`);
  }
}

/** The address at which this machine reaches a listener on that host, for a URL. */
export function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/** Whether a port of 127.0.0.1 can be bound. */
export const isFree = (port: number): Promise<boolean> =>
  bind('127.0.0.1', port).then(
    () => true,
    () => false,
  );

/** Opens a port and closes it again. */
async function bind(host: string, port: number): Promise<void> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  await once(server.close(), 'close');
}

const TIMEOUT_MS = 2_000;

/** Whether GET on this URL returns 200. A new connection each time, since the other side may be terminating. */
export function answersOk(url: string, timeoutMs = TIMEOUT_MS): Promise<boolean> {
  return fetch(url, { headers: { connection: 'close' }, signal: AbortSignal.timeout(timeoutMs) }).then(
    async ({ status, body }) => {
      await body?.cancel();
      return status === 200;
    },
    () => false,
  );
}
