import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeDatabase } from '@naughty-list/embedded/postgres-home';
import { type Stack, startStack } from '@naughty-list/embedded/stack';
import pg from 'pg';

/** The whole product in a temporary folder, as run by `npm start`. */
export type Product = {
  stack: Stack;
  /** A direct connection to its database. */
  db: pg.Client;
  /** The secret shared by its services. */
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
/** The price of a removal in whole tokens: the local chain's rich holder can pay it a million times. */
export const REMOVAL_COST_TOKENS = '1000';

/** Setup of the product for a section. */
export type StageOptions = {
  /** Additional settings of the services. */
  env?: Record<string, string>;
  /** `none`: client limits beyond any load. */
  limits?: 'none' | 'usual';
  /** Settings of the local chain. */
  chainEnv?: Record<string, string>;
  /** Port of the local chain. */
  chainPort?: number;
  /** Called once everything runs. */
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

/** World-traversable: root runs the database as a system user, which needs access. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'naughty-list-bench-'));
  chmodSync(folder, 0o711);
  return folder;
}
