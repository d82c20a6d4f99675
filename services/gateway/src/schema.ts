import { join } from 'node:path';
import { type Database, type MigrationMode, migrate } from '@naughty-list/service-kit/database';

/** The gateway's own part of the database. */
export const SCHEMA = 'gateway';

/** Brings it up to date: whoever comes first, the gateway or a command. */
export const migrateSchema = (db: Database, mode: MigrationMode = 'run'): Promise<void> =>
  migrate(db, { schema: SCHEMA, directory: join(import.meta.dirname, '../migrations'), mode });
