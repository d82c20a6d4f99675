import { join } from 'node:path';
import { sealCaseCodes } from './cases/appeals/appeal.ts';

/** The service's database schema and the folder of its migrations. */
export const database = {
  schema: 'reports',
  directory: join(import.meta.dirname, '../migrations'),
  afterBridge: sealCaseCodes,
};
