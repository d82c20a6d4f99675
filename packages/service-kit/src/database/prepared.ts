import type { Knex } from 'knex';

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
