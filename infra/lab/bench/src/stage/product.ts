import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '@naughty-list/embedded/repository';
import type { SeparateStack } from '@naughty-list/embedded/stack';
import { lastingStack } from '@naughty-list/embedded/test/lasting-stack';
import { burn } from '@naughty-list/embedded/test/removal-flow';
import pg from 'pg';

/** The whole product in a temporary folder, each service in a process of its own. */
export type Product = {
  stack: SeparateStack;
  /** A direct connection to its database. */
  db: pg.Client;
  /** The secret shared by its services. */
  secret: string;
  stop(): Promise<void>;
};

/** The price of a removal in whole tokens: the local chain's rich holder can pay it a million times. */
const REMOVAL_COST_TOKENS = 1_000n;

export async function startProduct(
  env: Record<string, string>,
  chainEnv: Record<string, string> = {},
): Promise<Product> {
  const { start, end } = lastingStack();
  const stack = await start({
    separate: true,
    env: {
      LOG_LEVEL: 'warn',
      WEB_ROOT: join(REPOSITORY, 'apps/web/dist'),
      REMOVAL_COST_TOKENS: String(REMOVAL_COST_TOKENS),
      ...env,
    },
    chain: { env: chainEnv },
  });
  const db = new pg.Client({ connectionString: stack.databaseUrl });
  await db.connect();
  return {
    stack,
    db,
    secret: readFileSync(join(stack.dataDir, 'internal-secret'), 'utf8').trim(),
    async stop() {
      await db.end();
      await end();
    },
  };
}

type Inserted = { id: number; reference: string };

/** Inserts reports of `<prefix>_0` and so on, each about as long as 39 bytes times `repeats`. */
export async function insertReports(
  { db }: Product,
  prefix: string,
  count: number,
  repeats = 5,
): Promise<Inserted[]> {
  const { rows } = await db.query<Inserted>(
    `with renewed as (update reports.state set version = version + 1)
     insert into reports.scammer_reports (twitter_url, username, scam_category, description, unique_burn_address, reported_at)
     select 'https://x.com/' || name || '/status/1' || n, name, 'other',
       repeat('Sold us a sleigh that was never built. ', $3) || md5(name),
       'LISTBURN' || 900000 + (select count(*) from reports.scammer_reports) + n, now() - interval '1 day' - n * interval '1 second'
     from generate_series(0, $2::int - 1) n, concat($1::text, '_', n) name returning id, unique_burn_address as reference`,
    [prefix, count, repeats],
  );
  return rows;
}

/** Burns the price of a removal; returns the transaction's signature once it is confirmed. */
export const payRemoval = ({ stack }: Product, { reference }: Inserted): Promise<string> =>
  burn(stack, reference, REMOVAL_COST_TOKENS * 1_000_000n);
