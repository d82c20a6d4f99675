import { z } from 'zod';
import { commonSettings, readConfig } from '../lifecycle/config.ts';
import { createLog } from '../telemetry/log.ts';
import { secretsIn } from '../telemetry/secrets.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

const Config = z.object({ DATABASE_URL: commonSettings.DATABASE_URL });

/**
 * Migrates one schema: the step that a deployment runs before starting a new version.
 *
 * @throws ConfigError, MigrationBlocked, or the database's error
 */
export async function runMigrationStep(step: { schema: string; directory: string }): Promise<void> {
  const config = readConfig(Config, process.env);
  const db = openDatabase({ url: config.DATABASE_URL, schema: step.schema });
  const log = createLog(step.schema, 'info', secretsIn(config));
  await migrate(db, { ...step, log }).finally(() => db.destroy());
  console.log(`The schema ${step.schema} is up to date`);
}
