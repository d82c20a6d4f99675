import { join } from 'node:path';
import { sealAccounts } from './admin/accounts.ts';

/** The gateway's database schema and the folder of its migrations. */
export const database = {
  schema: 'gateway',
  directory: join(import.meta.dirname, '../migrations'),
  afterBridge: sealAccounts,
};
