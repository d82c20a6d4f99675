import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
// Types `inject`.
import type {} from './global-setup.ts';

/** A separate database for one test file, on the run's PostgreSQL. */
export type TestDatabase = {
  /** Connection string. */
  url: string;
  /** Closes all connections to the database and drops it. */
  drop(): Promise<void>;
};

/** Creates an empty database; services in the same test may share it, each with its own schema. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const adminUrl = inject('postgresUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await runOnce(adminUrl, `create database ${name}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  // PostgreSQL waits briefly for closing connections; cutting them would be an error in their owner.
  const drop = () =>
    runOnce(adminUrl, `drop database if exists ${name}`).catch(() =>
      runOnce(adminUrl, `drop database if exists ${name} with (force)`),
    );
  return { url: url.href, drop };
}

async function runOnce(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
