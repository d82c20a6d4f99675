import { readFileSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Product } from '@naughty-list/bench/stage/product';

const POLL_MS = 500;

/** Samples the gateway's memory; call the result for the peak. */
export function watchPeak(product: Product): () => number {
  let peak = 0;
  const measure = () => {
    peak = Math.max(peak, gatewayMb(product));
  };
  measure();
  const timer = setInterval(measure, POLL_MS);
  return () => {
    clearInterval(timer);
    measure();
    return peak;
  };
}

/** Resident memory in MB; 0 if the system does not report it. */
export function gatewayMb({ stack }: Product): number {
  try {
    const kilobytes = /VmRSS:\s+(\d+) kB/.exec(
      readFileSync(`/proc/${stack.services.gateway.pid}/status`, 'utf8'),
    )?.[1];
    return Math.round(Number(kilobytes ?? 0) / 1_024);
  } catch {
    return 0;
  }
}

const ESTABLISHED = '01';

/**
 * Established connections of a server on 127.0.0.1 at the port of this URL from these client ports, as seen by the
 * server. 0 when the system does not show them.
 */
export function connectionsOf(url: string, clientPorts: ReadonlySet<number>): number {
  const port = Number(new URL(url).port);
  try {
    const lines = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n').slice(1);
    return lines.filter((line) => {
      const [, local = '', remote = '', state] = line.trim().split(/\s+/);
      return state === ESTABLISHED && portIn(local) === port && clientPorts.has(portIn(remote));
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
