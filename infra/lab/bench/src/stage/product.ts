import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeDatabase } from '@naughty-list/embedded/postgres-home';
import { type Stack, startStack } from '@naughty-list/embedded/stack';
import pg from 'pg';

/** The whole product in a temporary folder, as `npm start` runs it. */
export type Product = {
  stack: Stack;
  /** Its database, past all services. */
  db: pg.Client;
  /** What its services share. */
  secret: string;
  stop(): Promise<void>;
};

const NO_LIMIT = '1000000000';
const noLimits = {
  CONNECTIONS_PER_CLIENT: NO_LIMIT,
  RATE_LIMIT_PAGES_PER_MINUTE: NO_LIMIT,
  VISITS_PER_CLIENT_PER_HOUR: '1000000',
  VISITOR_COUNTED_AGAIN_AFTER_MINUTES: '0',
  RATE_LIMIT_READS_PER_MINUTE: NO_LIMIT,
  RATE_LIMIT_WRITES_PER_MINUTE: NO_LIMIT,
  CHALLENGE_AFTER_WRITES_PER_HOUR: '0',
  HOLD_REPORTS_ABOVE_PER_MINUTE: '0',
};
/** What a removal costs, in whole tokens: the richest holder of the local chain can pay that a million times. */
export const REMOVAL_COST_TOKENS = '1000';

/** How the product is set up for a section. */
export type StageOptions = {
  /** Further settings of the services. */
  env?: Record<string, string>;
  /** `none`: limits of clients that no load meets. */
  limits?: 'none' | 'usual';
  /** Settings of the local chain. */
  chainEnv?: Record<string, string>;
  /** Where the local chain listens. */
  chainPort?: number;
  /** Done once everything runs. */
  prepare?: (stack: Stack) => Promise<void>;
};

export async function startProduct({
  env = {},
  limits = 'none',
  chainEnv = {},
  chainPort,
  prepare,
}: StageOptions = {}): Promise<Product> {
  const dataDir = temporaryFolder();
  const stack = await startStack({
    dataDir,
    host: '127.0.0.1',
    port: 0,
    env: { LOG_LEVEL: 'warn', ...(limits === 'none' ? noLimits : {}), REMOVAL_COST_TOKENS, ...env },
    chain: { env: chainEnv, ...(chainPort !== undefined && { preferredPort: chainPort }) },
  });
  await prepare?.(stack);
  const db = new pg.Client({ connectionString: stack.databaseUrl });
  await db.connect();
  return {
    stack,
    db,
    secret: readFileSync(join(dataDir, 'internal-secret'), 'utf8').trim(),
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
