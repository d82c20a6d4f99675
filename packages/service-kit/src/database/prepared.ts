import type { Knex } from 'knex';

/**
 * A query that each connection prepares once, under its name. It lists its columns, because migrations may add some,
 * and has one generic plan for all values (`$1`, `$2`, …).
 */
export type PreparedQuery = { name: string; text: string };

/** A value of a prepared query's parameter. */
export type PreparedValue = string | number | boolean | Date | readonly (string | null)[] | null;

type Connection = {
  query(query: PreparedQuery & { values: readonly unknown[] }): Promise<{ rows: unknown[] }>;
};
/** Knex's own source of connections; a transaction has one. */
type Connections = { acquireConnection(): Promise<Connection>; releaseConnection(of: Connection): unknown };

/** Runs it on one of Knex's connections, bypassing the query builder: for queries at the start of every call. */
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
