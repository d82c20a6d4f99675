import { z } from 'zod';
import { ConfigError, commonSettings, readConfig } from '../lifecycle/config.ts';
import { createLog } from '../telemetry/log.ts';
import { createScrubber, secretsIn } from '../telemetry/secrets.ts';
import { openDatabase } from './database.ts';
import { MigrationBlocked } from './lock-patience.ts';
import { migrate } from './migrate.ts';

const Config = z.object({ DATABASE_URL: commonSettings.DATABASE_URL });

/** Migrates one schema and exits: the step that a deployment runs before starting a new version. */
export async function runMigrationStep(step: { schema: string; directory: string }): Promise<void> {
  try {
    const config = readConfig(Config, process.env);
    const db = openDatabase({ url: config.DATABASE_URL, schema: step.schema });
    const log = createLog(step.schema, 'info', secretsIn(config));
    await migrate(db, { ...step, log }).finally(() => db.destroy());
    console.log(`The schema ${step.schema} is up to date`);
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof MigrationBlocked)) throw error;
    // The error may quote another session's statement, whose secrets are unknown here.
    console.error(createScrubber()(error.message));
    process.exitCode = 1;
  }
}
