import knex, { type Knex } from 'knex';
import { ConfigError } from '../lifecycle/config.ts';
import { openCodes } from './encrypted.ts';

export type Database = Knex;

/**
 * A connection pool with the schema as search path. Connects on the first query. `bigint` and `numeric` columns are
 * strings, as pg returns them: amounts are never floats.
 */
export function openDatabase({
  url,
  schema,
  secret,
  max = 10,
}: {
  url: string;
  schema: string;
  /** For `secretOf`. */
  secret?: string | undefined;
  max?: number;
}): Database {
  return knex({
    client: 'pg',
    connection: { connectionString: url, application_name: schema, keepAlive: true },
    searchPath: [schema, 'public'],
    pool: { min: 0, max },
    acquireConnectionTimeout: 10_000,
    log: silentKnex,
    // An option of Knex that its types lack.
    ...{ userParams: { secret } },
  });
}

/** The INTERNAL_SECRET of the service that this database, or transaction, belongs to. */
export function secretOf(db: Database): string {
  // Not `db.userParams`, which a nested transaction lacks.
  const { secret } = db.client.config.userParams;
  if (!secret) throw new ConfigError('Configuration: INTERNAL_SECRET is missing');
  return secret;
}

/** An authentication code by INTERNAL_SECRET: proves that the product wrote these values, not just any database user. */
export const codeOf = (db: Database, purpose: string, values: readonly unknown[]): Buffer =>
  openCodes({ secret: secretOf(db), purpose })(JSON.stringify(values));

/** Knex also throws whatever it would print; standard output is reserved for the log. */
const silentKnex = { warn() {}, error() {}, deprecate() {}, debug() {} };

/** Whether the database responds. */
export async function pingDatabase(db: Database): Promise<boolean> {
  return db
    .raw('select 1')
    .timeout(2_000)
    .then(
      () => true,
      () => false,
    );
}
