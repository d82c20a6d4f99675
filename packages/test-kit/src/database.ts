import { randomBytes } from 'node:crypto';
import { openDatabase } from '@naughty-list/service-kit/database/database';
import { migrate } from '@naughty-list/service-kit/database/migrate';
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

type Service = { database: { schema: string; directory: string } };

/** Creates a database, empty or migrated for one service; services in the same test may share it, each with its own schema. */
export async function createTestDatabase(service?: Service): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asAdmin(async (admin) => {
    const template = service ? await templateOf(service, admin) : 'template1';
    await admin.query(`create database ${name} template ${template}`);
  });
  // PostgreSQL waits briefly for closing connections; cutting them would be an error in their owner.
  const drop = () =>
    asAdmin(async (admin) => {
      await admin
        .query(`drop database if exists ${name}`)
        .catch(() => admin.query(`drop database if exists ${name} with (force)`));
    });
  return { url: urlOf(name), drop };
}

/** The run's migrated database of a service, made by the first test that needs it: copying takes a tenth of migrating. */
async function templateOf({ database: { schema, directory } }: Service, admin: pg.Client): Promise<string> {
  const template = `migrated_${schema}`;
  const exists = async () =>
    (await admin.query('select from pg_database where datname = $1', [template])).rowCount === 1;
  if (await exists()) return template;
  await admin.query('select pg_advisory_lock(hashtext($1))', [template]);
  if (await exists()) return template;
  await admin.query(`drop database if exists half_${template}`);
  await admin.query(`create database half_${template}`);
  const db = openDatabase({ url: urlOf(`half_${template}`), schema });
  try {
    await migrate(db, { schema, directory });
  } finally {
    await db.destroy();
  }
  await admin.query(`alter database half_${template} rename to ${template}`);
  return template;
}

function urlOf(database: string): string {
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${database}`;
  return url.href;
}

async function asAdmin(work: (admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}
