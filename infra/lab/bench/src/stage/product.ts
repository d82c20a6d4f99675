import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeDatabase } from '@naughty-list/embedded/postgres-home';
import { type SeparateStack, startStack } from '@naughty-list/embedded/stack';
import pg from 'pg';

/** The whole product in a temporary folder, as run by `npm start`. */
export type Product = {
  stack: SeparateStack;
  /** A direct connection to its database. */
  db: pg.Client;
  /** The secret shared by its services. */
  secret: string;
  stop(): Promise<void>;
};

const NO_LIMIT = '1000000000';
const noLimits = {
  TRUST_PROXY: '127.0.0.1',
  CONNECTIONS_PER_CLIENT: NO_LIMIT,
  VISITOR_COUNTED_AGAIN_AFTER_MINUTES: '0',
  RATE_LIMIT_READS_PER_MINUTE: NO_LIMIT,
  RATE_LIMIT_WRITES_PER_MINUTE: NO_LIMIT,
  CHALLENGE_AFTER_WRITES_PER_HOUR: '0',
  HOLD_REPORTS_ABOVE_PER_MINUTE: '0',
};
/** The price of a removal in whole tokens: the local chain's rich holder can pay it a million times. */
export const REMOVAL_COST_TOKENS = '1000';

/** `limits: 'none'` puts client limits beyond any load; `env` and `chainEnv` are further settings of services and chain. */
type StageOptions = {
  env?: Record<string, string>;
  limits?: 'none' | 'usual';
  chainEnv?: Record<string, string>;
};

export async function startProduct({
  env = {},
  limits = 'none',
  chainEnv = {},
}: StageOptions = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'naughty-list-bench-'));
  // Root runs the database as a system user, who must be able to enter this folder.
  chmodSync(dataDir, 0o711);
  const stack = await startStack({
    separate: true,
    dataDir,
    host: '127.0.0.1',
    port: 0,
    env: {
      LOG_LEVEL: 'warn',
      OEMBED_URL: 'http://127.0.0.1:1',
      ...(limits === 'none' ? noLimits : {}),
      REMOVAL_COST_TOKENS,
      ...env,
    },
    chain: { env: chainEnv },
  });
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
