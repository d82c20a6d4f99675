import { readFileSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Product } from '@naughty-list/bench/stage/product';

/** Memory of the gateway and of all services, and the gateway's connections: current or peak. */
export type Peak = { gatewayMb: number; servicesMb: number; connections: number };

const POLL_MS = 500;

/** Samples memory and connections; call the result for the peak. */
export function watchPeak(product: Product): () => Peak {
  const peak: Peak = { gatewayMb: 0, servicesMb: 0, connections: 0 };
  const measure = () => {
    const now = readNow(product);
    for (const name of ['gatewayMb', 'servicesMb', 'connections'] as const)
      peak[name] = Math.max(peak[name], now[name]);
  };
  measure();
  const timer = setInterval(measure, POLL_MS);
  return () => {
    clearInterval(timer);
    measure();
    return peak;
  };
}

export function readNow({ stack }: Product): Peak {
  return {
    gatewayMb: memoryOf(stack.services.gateway.pid),
    servicesMb: Object.values(stack.services).reduce((sum, { pid }) => sum + memoryOf(pid), 0),
    connections: connectionsOf(stack.url),
  };
}

/** Resident memory in MB; 0 if the system does not report it. */
function memoryOf(pid: number | undefined): number {
  try {
    const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Math.round(Number(kilobytes ?? 0) / 1_024);
  } catch {
    return 0;
  }
}

const ESTABLISHED = '01';

/**
 * Established connections of a server on 127.0.0.1 at the port of this URL, as seen by the server; if given, only
 * from these client ports. 0 when the system does not show them.
 */
export function connectionsOf(url: string, clientPorts?: ReadonlySet<number>): number {
  const port = Number(new URL(url).port);
  try {
    const lines = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n').slice(1);
    return lines.filter((line) => {
      const [, local = '', remote = '', state] = line.trim().split(/\s+/);
      return (
        state === ESTABLISHED &&
        portIn(local) === port &&
        (clientPorts === undefined || clientPorts.has(portIn(remote)))
      );
    }).length;
  } catch {
    return 0;
  }
}

/** The port in `0100007F:1F90`. */
const portIn = (address: string) => Number.parseInt(address.slice(address.indexOf(':') + 1), 16);

/** Size of the database, and of the whole data folder on disk. */
export type Stored = { databaseBytes: number; folderBytes: number };

export async function readStored({ db, stack }: Product): Promise<Stored> {
  const { rows } = await db.query<{ size: string }>('select pg_database_size(current_database()) as size');
  return { databaseBytes: Number(rows[0]?.size), folderBytes: await sizeOf(stack.dataDir) };
}

const BLOCK_BYTES = 512;

/** Files that vanish meanwhile count as nothing. */
async function sizeOf(path: string): Promise<number> {
  const stats = await lstat(path).catch(() => undefined);
  if (!stats) return 0;
  const own = stats.blocks * BLOCK_BYTES;
  if (!stats.isDirectory()) return own;
  const names = await readdir(path).catch(() => []);
  const sizes = await Promise.all(names.map((name) => sizeOf(join(path, name))));
  return sizes.reduce((sum, size) => sum + size, own);
}
