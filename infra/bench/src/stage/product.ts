import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeDatabase } from '@naughty-list/embedded/postgres-home';
import { type Stack, startStack } from '@naughty-list/embedded/stack';
import pg from 'pg';

/** The whole product in a temporary folder, as `npm start` runs it, but with limits that no load meets. */
export type Product = {
  stack: Stack;
  /** Its database, past all services. */
  db: pg.Client;
  stop(): Promise<void>;
};

const NO_LIMIT = '1000000000';

/** `env`: further settings of the services; `chainEnv`: of the local chain, which takes `chainPort`. */
export async function startProduct({
  env = {},
  chainEnv = {},
  chainPort,
}: {
  env?: Record<string, string>;
  chainEnv?: Record<string, string>;
  chainPort?: number;
} = {}): Promise<Product> {
  const dataDir = temporaryFolder();
  const stack = await startStack({
    dataDir,
    host: '127.0.0.1',
    port: 0,
    env: {
      LOG_LEVEL: 'warn',
      RATE_LIMIT_READS_PER_MINUTE: NO_LIMIT,
      RATE_LIMIT_WRITES_PER_MINUTE: NO_LIMIT,
      ...env,
    },
    chain: { env: chainEnv, ...(chainPort !== undefined && { preferredPort: chainPort }) },
  });
  const db = new pg.Client({ connectionString: stack.databaseUrl });
  await db.connect();
  return {
    stack,
    db,
    async stop() {
      await db.end();
      await stack.stop();
      removeDatabase(dataDir);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Root hands the database to a system user, who has to pass through this folder. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'naughty-list-bench-'));
  chmodSync(folder, 0o711);
  return folder;
}
