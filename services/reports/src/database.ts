import { join } from 'node:path';
import type { Knex } from 'knex';
import { sealCaseCodes } from './cases/appeals/appeal.ts';
import { sealReplies } from './cases/appeals/reply.ts';

/** The service's database schema and the folder of its migrations. */
export const database = {
  schema: 'reports',
  directory: join(import.meta.dirname, '../migrations'),
  async afterBridge(db: Knex) {
    await sealCaseCodes(db);
    await sealReplies(db);
  },
};
