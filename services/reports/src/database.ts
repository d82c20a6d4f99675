import { join } from 'node:path';
import type { Database } from '@naughty-list/service-kit/database/database';
import { writeMacsOfCodes } from './cases/appeals/appeal.ts';
import { endUnreadableLog } from './publication/ledger/log-key.ts';
import { writeMacsOfCursors } from './publication/webhooks/notify.ts';

/** The service's database schema and the folder of its migrations. */
export const database = {
  schema: 'reports',
  directory: join(import.meta.dirname, '../migrations'),
  afterBridge: async (db: Database) => {
    await writeMacsOfCodes(db);
    await writeMacsOfCursors(db);
    await endUnreadableLog(db);
  },
};
