import { copyFileSync, existsSync, readdirSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

const EVERY_MS = 30_000;
const LONGEST_BYTES = 10_000_000;

/**
 * Keeps the logs of running processes below `longestBytes`, with one older part each (`.previous`). A log is copied and
 * truncated in place like logrotate's `copytruncate`, because its process holds it open for appending; lines written in
 * between are lost. On a full disk it is truncated without a copy.
 */
export function rotateLogs(dataDir: string, longestBytes: number): void {
  const folder = join(dataDir, 'logs');
  const logs = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  for (const log of [...logs, join(dataDir, 'postgres.log')]) {
    if (!log.endsWith('.log') || !existsSync(log) || statSync(log).size <= longestBytes) continue;
    try {
      copyFileSync(log, `${log}.previous`);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
    truncateSync(log);
  }
}

/** Checks the logs now and every 30 seconds, until the returned function is called. */
export function keepLogsShort(dataDir: string, log: (line: string) => void): () => void {
  rotateLogs(dataDir, LONGEST_BYTES);
  const timer = setInterval(() => {
    try {
      rotateLogs(dataDir, LONGEST_BYTES);
    } catch (error) {
      log(`The logs in ${dataDir} could not be rotated: ${error instanceof Error ? error.message : error}`);
    }
  }, EVERY_MS).unref();
  return () => clearInterval(timer);
}
