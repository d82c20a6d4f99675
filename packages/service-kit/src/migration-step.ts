import { z } from 'zod';
import { ConfigError, commonSettings, readConfig } from './config.ts';
import { migrate, openDatabase } from './database.ts';

const Config = z.object({ DATABASE_URL: commonSettings.DATABASE_URL });

/** Brings one schema up to date and ends: the step that a deployment runs before a new version starts. */
export async function runMigrationStep(step: { schema: string; directory: string }): Promise<void> {
  try {
    const db = openDatabase({ url: readConfig(Config, process.env).DATABASE_URL, schema: step.schema });
    await migrate(db, step).finally(() => db.destroy());
    console.log(`The schema ${step.schema} is up to date`);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
