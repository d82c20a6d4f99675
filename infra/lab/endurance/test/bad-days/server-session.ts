import pg from 'pg';
import { onTestFinished } from 'vitest';

/** How those connections call themselves that belong to the bad day, and not to the product. */
const OURS = 'bad day';

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: OURS });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** A connection of the database's superuser that outlives what it does to the server, and ends with the test. */
export async function openSession(url: string): Promise<pg.Client> {
  const client = await connect(url);
  onTestFinished(() => client.end().catch(() => undefined));
  return client;
}

/** Ends every connection of the product, as a failover or a restart of the server does. */
export const endConnectionsOfTheProduct = (session: pg.Client) =>
  session.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where backend_type = 'client backend' and application_name <> '${OURS}'`,
  );

/** Takes the connections that the server has left, those for superusers as well; lets them go at the end of the test. */
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
