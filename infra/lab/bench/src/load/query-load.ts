import pg from 'pg';
import { type LoadResult, summarise } from './load-result.ts';

/** A prepared query repeated on each of this many connections for this duration. */
export type QueryRequest = {
  databaseUrl: string;
  text: string;
  values: (string | number)[];
  connections: number;
  durationMs: number;
};

/** The throughput of a bare `pg` client with the same query, prepared once per connection. */
export async function loadQueries(request: QueryRequest): Promise<LoadResult> {
  const { databaseUrl, text, values, connections, durationMs } = request;
  const clients = Array.from({ length: connections }, () => new pg.Client({ connectionString: databaseUrl }));
  await Promise.all(clients.map((client) => client.connect()));
  const latencies: number[] = [];
  const began = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      for (let now = began; now < began + durationMs; ) {
        await client.query({ name: 'measured', text, values });
        const after = performance.now();
        latencies.push(after - now);
        now = after;
      }
    }),
  );
  const seconds = (performance.now() - began) / 1_000;
  await Promise.all(clients.map((client) => client.end()));
  return { ...summarise(latencies, seconds), bytes: 0, refused: 0 };
}
