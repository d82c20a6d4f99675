import knex, { type Knex } from 'knex';

export type Database = Knex;

/**
 * A connection pool with the schema as search path. Connects on the first query. `bigint` and `numeric` columns are
 * strings, as pg returns them: amounts are never floats.
 */
export function openDatabase({
  url,
  schema,
  max = 10,
}: {
  url: string;
  schema: string;
  max?: number;
}): Database {
  return knex({
    client: 'pg',
    connection: { connectionString: url, application_name: schema, keepAlive: true },
    searchPath: [schema, 'public'],
    pool: { min: 0, max },
    acquireConnectionTimeout: 10_000,
    log: silentKnex,
  });
}

/** Knex also throws whatever it would print; standard output is reserved for the log. */
const silentKnex = { warn() {}, error() {}, deprecate() {}, debug() {} };

/** Whether the database responds. */
export async function databaseAnswers(db: Database): Promise<boolean> {
  return db
    .raw('select 1')
    .timeout(2_000)
    .then(
      () => true,
      () => false,
    );
}
