import { z } from 'zod';
import { commonSettings, readConfig } from '../lifecycle/config.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import type { Migrated } from './migration-folder.ts';

const Config = z.object({
  DATABASE_URL: commonSettings.DATABASE_URL,
  // Needed once, to take over accounts of the release before.
  INTERNAL_SECRET: commonSettings.INTERNAL_SECRET.optional(),
});

/**
 * Migrates one schema: the step that a deployment runs before starting a new version.
 *
 * @throws ConfigError, or the database's error
 */
export async function runMigrationStep(step: Migrated): Promise<void> {
  const config = readConfig(Config, process.env);
  const db = openDatabase({ url: config.DATABASE_URL, schema: step.schema, secret: config.INTERNAL_SECRET });
  await migrate(db, step).finally(() => db.destroy());
  console.log(`The schema ${step.schema} is up to date`);
}
