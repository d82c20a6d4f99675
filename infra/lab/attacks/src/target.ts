import { type Product, startProduct } from '@naughty-list/bench/stage/product';

/** Additional rows of the list, named `seed_0`, `seed_1` … */
const LISTED = 1_000;

export const ADMIN = { username: 'santa', password: 'correct horse battery' };

/**
 * The stack as started by `npm start`, with its default limits, behind a proxy that sets each client's address: so
 * one machine can act as many clients.
 */
export async function startTarget(): Promise<Product> {
  const product = await startProduct({
    limits: 'usual',
    env: {
      TRUST_PROXY: '1',
      LOG_LEVEL: 'info',
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
    },
    chainEnv: { CHAIN_CONTROL: 'true' },
  });
  await insertReports(product, 'seed', LISTED);
  return product;
}

/** Inserts reports directly into the database; returns their ids and references. */
export async function insertReports(
  { db }: Product,
  prefix: string,
  count: number,
): Promise<{ id: number; reference: string }[]> {
  const { rows } = await db.query<{ id: number; reference: string }>(
    `with renewed as (update reports.state set version = version + 1)
     insert into reports.scammer_reports (twitter_url, username, scam_category, description, unique_burn_address, reported_at)
     select 'https://x.com/' || name || '/status/' || n, name, 'other', repeat('Sold us a sleigh that was never built. ', 24),
       'LISTBURN' || 900000 + (select count(*) from reports.scammer_reports) + n, now() - interval '1 day'
     from generate_series(0, $2::int - 1) n, concat($1::text, '_', n) name returning id, unique_burn_address as reference`,
    [prefix, count],
  );
  return rows;
}

/** Counts stored and listed reports of these usernames. */
export async function countReports(
  { db }: Product,
  usernames: readonly string[],
): Promise<{ stored: number; listed: number }> {
  const { rows } = await db.query<{ stored: number; listed: number }>(
    `select count(*)::int as stored, count(*) filter (where not is_removed)::int as listed
     from reports.scammer_reports where username = any ($1)`,
    [usernames],
  );
  return rows[0] ?? { stored: 0, listed: 0 };
}
