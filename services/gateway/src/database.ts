import { join } from 'node:path';

/** The gateway's database schema and the folder of its migrations. */
export const database = { schema: 'gateway', directory: join(import.meta.dirname, '../migrations') };
