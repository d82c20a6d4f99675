import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LockHeldError, takeLock } from '@naughty-list/local-chain/files';
import { ReadableError } from './readable-error.ts';

/**
 * Creates the data folder if needed and locks it for this process.
 * @returns a function that releases it
 * @throws ReadableError when it is not writable or in use
 */
export function takeDataFolder(dataDir: string): () => void {
  try {
    makeFolders(join(dataDir, 'logs'));
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    return takeLock(join(dataDir, 'lock'));
  } catch (error) {
    if (error instanceof LockHeldError) {
      throw new ReadableError(
        `The data folder ${dataDir} is in use by ${error.holder}: stop that one first, or choose another folder, e.g. DATA_DIR=/path/to/folder npm start`,
      );
    }
    const { code } = error as NodeJS.ErrnoException;
    throw new ReadableError(
      `The data folder ${dataDir} cannot be written (${code ?? error}): choose another, e.g. DATA_DIR=/path/to/folder npm start`,
    );
  }
}

/** Creates a folder with its parents. Node's own recursive `mkdir` never returns where the system makes none, as in /proc. */
export function makeFolders(folder: string): void {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) makeFolders(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
