import pg from 'pg';
import { onTestFinished } from 'vitest';

/** Application name of the test's connections, to tell them from the product's. */
const OURS = 'bad day';

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: OURS });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** A superuser connection that survives the test's faults and closes with the test. */
export async function openSession(url: string): Promise<pg.Client> {
  const client = await connect(url);
  onTestFinished(() => client.end().catch(() => undefined));
  return client;
}

/** Closes every connection of the product, like a failover or restart of the server. */
export const endConnectionsOfTheProduct = (session: pg.Client) =>
  session.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where backend_type = 'client backend' and application_name <> '${OURS}'`,
  );

/**
 * Takes all remaining connections of the server, including those reserved for superusers; releases them after the test.
 */
export function holdSlots(url: string): { takeAll(): Promise<void>; letGo(): Promise<void> } {
  const taken: pg.Client[] = [];
  const letGo = async () => {
    await Promise.all(taken.splice(0).map((client) => client.end()));
  };
  onTestFinished(letGo);
  return {
    async takeAll() {
      for (;;) {
        const client = await connect(url).catch((error: unknown) => {
          if (/too many clients|remaining connection slots/.test(String(error))) return undefined;
          throw error;
        });
        if (!client) return;
        taken.push(client);
      }
    },
    letGo,
  };
}
