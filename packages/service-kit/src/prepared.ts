import type { Knex } from 'knex';

/**
 * A query that each connection prepares once, under its name. It names its columns, as a migration may add some, and the
 * database finds one plan for it, whatever its values (`$1`, `$2`, …).
 */
export type PreparedQuery = { name: string; text: string };

/** What can be sent for a place in a prepared query. */
export type PreparedValue = string | number | boolean | Date | readonly string[] | null;

type Connection = {
  query(query: PreparedQuery & { values: readonly unknown[] }): Promise<{ rows: unknown[] }>;
};
/** What Knex itself takes its connections from; within a transaction it has one. */
type Connections = { acquireConnection(): Promise<Connection>; releaseConnection(of: Connection): unknown };

/** Runs it on one of Knex's connections, past all that Knex does to make queries: for those that each call begins with. */
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

/** A prepared query whose places have names (`:id`), for those with many. */
export type NamedQuery = PreparedQuery & { readonly places: readonly string[] };

/** Numbers the named places of a query. A cast (`:id::text`) is none. */
export function nameQuery(name: string, text: string): NamedQuery {
  const places: string[] = [];
  const numbered = text.replace(/(?<!:):(?!:)(\w+)/g, (_, place: string) => {
    if (!places.includes(place)) places.push(place);
    return `$${places.indexOf(place) + 1}`;
  });
  return { name, text: numbered, places };
}

/** Like {@link selectPrepared}; every place needs its value. */
export async function runNamed<Row>(
  db: Knex,
  { places, ...query }: NamedQuery,
  values: Readonly<Record<string, PreparedValue>>,
): Promise<Row[]> {
  const ordered = places.map((place) => {
    const value = values[place];
    if (value === undefined) throw new TypeError(`${query.name} needs ${place}`);
    return value;
  });
  return selectPrepared<Row>(db, query, ordered);
}
