import type { Knex } from 'knex';

/**
 * A query that each connection prepares once, under its name. It names its columns, as a migration may add some, and the
 * database finds one plan for it, whatever its values (`$1`, `$2`, …).
 */
export type PreparedQuery = { name: string; text: string };

type Connection = {
  query(query: PreparedQuery & { values: readonly unknown[] }): Promise<{ rows: unknown[] }>;
};
/** What Knex itself takes its connections from; within a transaction it has one. */
type Connections = { acquireConnection(): Promise<Connection>; releaseConnection(of: Connection): unknown };

/** Runs it on one of Knex's connections, past all that Knex does to make queries: for those that each call begins with. */
export async function selectPrepared<Row>(
  { client }: Knex,
  query: PreparedQuery,
  values: readonly (string | number | null)[] = [],
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
