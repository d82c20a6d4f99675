import { join } from 'node:path';
import type { Database } from '@naughty-list/service-kit/database';
import type { Log } from '@naughty-list/service-kit/log';
import { type MigrationMode, migrate } from '@naughty-list/service-kit/migrate';

/** The gateway's own part of the database. */
export const SCHEMA = 'gateway';

/** Brings it up to date: whoever comes first, the gateway or a command. */
export const migrateSchema = (db: Database, how: { mode?: MigrationMode; log?: Log } = {}): Promise<void> =>
  migrate(db, { schema: SCHEMA, directory: join(import.meta.dirname, '../migrations'), ...how });
