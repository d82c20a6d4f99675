import type { Stack } from '@naughty-list/embedded/stack';
import pg from 'pg';
import { type Product, type StageOptions, startProduct } from '../stage/product.ts';
import { INSPECTOR_PORT } from './inspector.ts';

/** The product with everything at hand that looks into it: an inspector that can be opened, a database that counts its statements. */
export function startSampledProduct({ env = {}, ...options }: StageOptions = {}): Promise<Product> {
  const sampled = { ...env, NODE_OPTIONS: INSPECTOR_PORT };
  return startProduct({ ...options, env: sampled, prepare: countStatements });
}

/** What counts statements is loaded when the database starts. */
async function countStatements({ databaseUrl, postgres, services }: Stack): Promise<void> {
  await onDatabase(databaseUrl, `alter system set shared_preload_libraries = 'pg_stat_statements'`);
  await onDatabase(databaseUrl, 'alter system set track_wal_io_timing = on');
  await postgres.restart();
  // The services have lost their connections: what they do about that is not to be seen in a profile.
  await Promise.all(Object.values(services).map((service) => service.restart()));
  await onDatabase(databaseUrl, 'create extension pg_stat_statements');
  // Also what functions of the database run.
  await onDatabase(databaseUrl, `alter system set pg_stat_statements.track = 'all'`);
  await onDatabase(databaseUrl, 'select pg_reload_conf()');
}

async function onDatabase(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
