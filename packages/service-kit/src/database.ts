import knex, { type Knex } from 'knex';

export type Database = Knex;

/**
 * A pool whose unqualified names are those of one schema. Connects on the first query, not before.
 * `bigint` and `numeric` columns come back as strings, as pg gives them: amounts are never floats.
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

/** Whatever Knex would print about a fault is thrown as well; standard output belongs to the log. */
const silentKnex = { warn() {}, error() {}, deprecate() {}, debug() {} };

/** Whether the database answers. */
export async function databaseAnswers(db: Database): Promise<boolean> {
  return db
    .raw('select 1')
    .timeout(2_000)
    .then(
      () => true,
      () => false,
    );
}
