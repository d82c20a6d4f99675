import knex, { type Knex } from 'knex';
import { ConfigError } from '../lifecycle/config.ts';
import { openMacs } from './encrypted.ts';

export type Database = Knex;

/** What was set, or shadowed by a temporary table, in a session past the product ends with it. */
const SESSION_MAX_MS = 600_000;

/** Settings that change query results: another default of the server, database or role could be put back before an audit looks. */
const SETTINGS = `set DateStyle = 'ISO, MDY'; set array_nulls = on; set bytea_output = hex; set extra_float_digits = 1; set gin_fuzzy_search_limit = 0;
  set standard_conforming_strings = on; set transform_null_equals = off`;

type DatabaseOptions = {
  url: string;
  schema: string;
  /** For `secretOf`. */
  secret?: string | undefined;
  max?: number;
};

/**
 * A connection pool with the schema as search path. Connects on the first query. `bigint` and `numeric` columns are
 * strings, as pg returns them: amounts are never floats.
 */
export function openDatabase({ url, schema, secret, max = 10 }: DatabaseOptions): Database {
  return knex({
    client: 'pg',
    connection: { connectionString: url, application_name: schema, keepAlive: true },
    // Last: else a session's own relations would be read before all others, the catalog included.
    searchPath: [schema, 'public', 'pg_temp'],
    pool: {
      min: 0,
      max,
      maxConnectionLifetimeMillis: SESSION_MAX_MS,
      afterCreate: (session: Session, done: (error: Error | null, session: Session) => void) =>
        session.query(SETTINGS, (error) => done(error, session)),
    },
    acquireConnectionTimeout: 10_000,
    log: silentKnex,
    // An option of Knex that its types lack.
    ...{ userParams: { secret } },
  });
}

type Session = { query(sql: string, done: (error: Error | null) => void): void };

/** The INTERNAL_SECRET of the service that this database, or transaction, belongs to. */
export function secretOf(db: Database): string {
  // Not `db.userParams`, which a nested transaction lacks.
  const { secret } = db.client.config.userParams;
  if (!secret) throw new ConfigError('Configuration: INTERNAL_SECRET is missing');
  return secret;
}

/** A MAC by INTERNAL_SECRET: proves that the product wrote these values, not just any database user. */
export const makeMac = (db: Database, purpose: string, values: readonly unknown[]): Buffer =>
  openMacs({ secret: secretOf(db), purpose })(JSON.stringify(values));

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

/**
 * A query that each connection prepares once, under its name, with one plan for all values (`$1`, `$2`, …). It must list
 * its columns: a prepared `select *` fails once a migration adds one.
 */
export type PreparedQuery = { name: string; text: string };

/** A value of a prepared query's parameter. */
export type PreparedValue = string | number | boolean | Date | readonly (string | null)[] | null;

type Connection = {
  query(query: PreparedQuery & { values: readonly unknown[] }): Promise<{ rows: unknown[] }>;
};
/** Knex's pool, or the one connection of a transaction. */
type Connections = { acquireConnection(): Promise<Connection>; releaseConnection(of: Connection): unknown };

/** Runs a query without the cost of the query builder: for queries at the start of every call. */
export async function selectPrepared<Row>(
  { client }: Knex,
  query: PreparedQuery,
  values: readonly PreparedValue[] = [],
): Promise<Row[]> {
  const connections: Connections = client;
  const connection = await connections.acquireConnection();
  try {
    const { rows } = await connection.query({ ...query, values });
    return rows as Row[];
  } finally {
    await connections.releaseConnection(connection);
  }
}

/** For the `returning` of a change: wakes those who wait for the row, once the change is committed. */
export const notifying = (db: Knex, channel: string): Knex.Raw => db.raw('pg_notify(?, id)', [channel]);

const BATCH = 1_000;

/**
 * Deletes matching rows in batches, each in its own transaction. Locked rows are skipped, so nothing blocks,
 * concurrent processes share the work, and each row is deleted once. Stops early when `mayGoOn` returns false.
 *
 * @returns the number of rows deleted
 */
export async function deleteInBatches(
  db: Knex,
  what: {
    table: string;
    /** Columns that identify a row. */
    key: readonly string[];
    where: (rows: Knex.QueryBuilder) => void;
    batch?: number;
    mayGoOn?: () => boolean;
  },
): Promise<number> {
  const { table, key, where, batch = BATCH, mayGoOn = () => true } = what;
  let deleted = 0;
  for (let gone = batch; gone === batch && mayGoOn(); deleted += gone) {
    // Materialised: inside the deletion's own plan, the limit might be applied again for each row.
    const old = db(table)
      .select([...key])
      .where(where)
      .limit(batch)
      .forUpdate()
      .skipLocked();
    gone = await db(table)
      .withMaterialized('old', old)
      .whereIn([...key], db('old').select([...key]))
      .delete();
  }
  return deleted;
}

/**
 * Why the database cannot serve a valid query now. `away`: unreachable, starting or stopping; `busy`: out of
 * connections; `read_only`: a standby, or set read-only; `full`: out of disk or memory.
 */
export const databaseFaults = ['away', 'busy', 'read_only', 'full'] as const;
export type DatabaseFault = (typeof databaseFaults)[number];

/** PostgreSQL error codes (appendix A of its manual), and Node's codes of failed connections. */
const byCode: readonly [pattern: RegExp, fault: DatabaseFault][] = [
  [/^25006$/, 'read_only'],
  [/^(53100|53200|58030)$/, 'full'],
  [/^53300$/, 'busy'],
  [/^(57P0[1235]|08\w{3}|ECONN[A-Z]+|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN)$/, 'away'],
  // Includes servers whose certificate is rejected: nothing may be sent to them.
  [/^(CERT_|ERR_TLS_CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/, 'away'],
];

/** Messages of pg and Knex without a code; Knex prefixes the running statement. */
const byText: readonly [pattern: RegExp, fault: DatabaseFault][] = [
  [/Timeout acquiring a connection/, 'busy'],
  [/(^| - )(Connection terminated( unexpectedly| due to connection timeout)?|timeout expired)$/, 'away'],
  [/(^| - )Client (has encountered a connection error|was closed) and is not queryable$/, 'away'],
];

/** Whether an error is a violation of a unique index: of this one, if named. */
export function isDuplicate(error: unknown, index?: string): boolean {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  return code === '23505' && (index === undefined || constraint === index);
}

/** Undefined if the error is none of these, and so a bug. */
export function databaseFault(error: unknown): DatabaseFault | undefined {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  const known =
    byCode.find(([pattern]) => pattern.test(String(code))) ??
    byText.find(([pattern]) => pattern.test(String(message)));
  return known?.[1];
}
