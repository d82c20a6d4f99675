import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { takeDataFolder } from '../data-folder.ts';
import { startPostgres } from '../postgres.ts';
import { ReadableError } from '../readable-error.ts';
import { ensureDatabase } from '../stack-database.ts';

/** The database that belongs to a data folder. */
export type DataSource = { url: string; isRunning: boolean; close(): Promise<void> };

/**
 * Opens the database of a data folder: that of its running stack, the one that DATABASE_URL named at its last start, or
 * the one in the folder, started for this and locked meanwhile.
 * @throws ReadableError when there is none
 */
export async function openDataSource(dataDir: string): Promise<DataSource> {
  const urlFile = join(dataDir, 'database-url');
  const recorded = existsSync(urlFile) ? readFileSync(urlFile, 'utf8').trim() : undefined;
  const passwordFile = join(dataDir, 'postgres-password');
  if (recorded && !(existsSync(passwordFile) && recorded.includes(readFileSync(passwordFile, 'utf8').trim())))
    return { url: recorded, isRunning: true, close: async () => {} };
  if (!existsSync(passwordFile))
    throw new ReadableError(`There is no data in ${dataDir}: set DATA_DIR to the folder that npm start uses`);
  let giveBack: () => void;
  try {
    giveBack = takeDataFolder(dataDir);
  } catch (error) {
    if (!(error instanceof ReadableError && recorded)) throw error;
    return { url: recorded, isRunning: true, close: async () => {} };
  }
  return openStopped(dataDir, giveBack);
}

/** Starts the database in a data folder that the caller has locked; created if there is none. */
export async function openStopped(dataDir: string, giveBack: () => void): Promise<DataSource> {
  try {
    const postgres = await startPostgres({ dataDir });
    const close = () => postgres.stop().finally(giveBack);
    const url = await ensureDatabase(postgres.url).catch((error) =>
      close().then(() => Promise.reject(error)),
    );
    return { url, isRunning: false, close };
  } catch (error) {
    giveBack();
    throw error;
  }
}
