import { z } from 'zod';
import { ConfigError, commonSettings, readConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { MigrationBlocked } from './lock-patience.ts';
import { createLog } from './log.ts';
import { migrate } from './migrate.ts';
import { createScrubber, secretsIn } from './secrets.ts';

const Config = z.object({ DATABASE_URL: commonSettings.DATABASE_URL });

/** Brings one schema up to date and ends: the step that a deployment runs before a new version starts. */
export async function runMigrationStep(step: { schema: string; directory: string }): Promise<void> {
  try {
    const config = readConfig(Config, process.env);
    const db = openDatabase({ url: config.DATABASE_URL, schema: step.schema });
    const log = createLog(step.schema, 'info', secretsIn(config));
    await migrate(db, { ...step, log }).finally(() => db.destroy());
    console.log(`The schema ${step.schema} is up to date`);
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof MigrationBlocked)) throw error;
    // What somebody else's statement says is not known here.
    console.error(createScrubber()(error.message));
    process.exitCode = 1;
  }
}
