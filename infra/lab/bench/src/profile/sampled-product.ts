import type { Stack } from '@naughty-list/embedded/stack';
import pg from 'pg';
import { type Product, type StageOptions, startProduct } from '../stage/product.ts';
import { INSPECTOR_PORT } from './inspector.ts';

/** The product prepared for profiling: processes with an inspector port, and a database with statement statistics. */
export function startSampledProduct({ env = {}, ...options }: StageOptions = {}): Promise<Product> {
  const sampled = { ...env, NODE_OPTIONS: INSPECTOR_PORT };
  return startProduct({ ...options, env: sampled, prepare: countStatements });
}

/** Statement statistics need a library that is loaded at the database's start. */
async function countStatements({ databaseUrl, postgres, services }: Stack): Promise<void> {
  await onDatabase(databaseUrl, `alter system set shared_preload_libraries = 'pg_stat_statements'`);
  await onDatabase(databaseUrl, 'alter system set track_wal_io_timing = on');
  await postgres.restart();
  // The services have lost their connections; restart them to keep the reconnects out of the profile.
  await Promise.all(Object.values(services).map((service) => service.restart()));
  await onDatabase(databaseUrl, 'create extension pg_stat_statements');
  // Includes statements within database functions.
  await onDatabase(databaseUrl, `alter system set pg_stat_statements.track = 'all'`);
  await onDatabase(databaseUrl, 'select pg_reload_conf()');
}

async function onDatabase(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
