import { join } from 'node:path';
import type { Database } from '@naughty-list/service-kit/database/database';
import { type MigrationMode, migrate } from '@naughty-list/service-kit/database/migrate';
import type { Log } from '@naughty-list/service-kit/telemetry/log';

/** The gateway's database schema. */
export const SCHEMA = 'gateway';

/** Runs its migrations; called by the gateway and its commands. */
export const migrateSchema = (db: Database, how: { mode?: MigrationMode; log?: Log } = {}): Promise<void> =>
  migrate(db, { schema: SCHEMA, directory: join(import.meta.dirname, '../migrations'), ...how });
