import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@naughty-list/embedded/postgres';
import { removeDatabase } from '@naughty-list/embedded/postgres-home';

/** Runs a callback with a temporary PostgreSQL, which is removed afterwards, also on Ctrl-C. */
export async function withPostgres(run: (url: string, signal: AbortSignal) => Promise<void>): Promise<void> {
  const interrupt = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupt.abort());
  const dataDir = mkdtempSync(join(tmpdir(), 'naughty-list-visits-'));
  // When run as root, PostgreSQL runs as a system user, which must be able to traverse this folder.
  chmodSync(dataDir, 0o711);
  const postgres = await startPostgres({ dataDir });
  try {
    await run(postgres.url, interrupt.signal);
  } finally {
    await postgres.stop();
    removeDatabase(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  }
}
