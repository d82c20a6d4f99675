import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandConfig } from '../config.ts';
import { CommandError } from './command-error.ts';

/** Where the embedded stack says which database it runs on. */
const FILE = 'database-url';

/**
 * The database of the settings, or that of the stack which `npm start` runs.
 *
 * @throws CommandError when there is neither
 */
export function findDatabase({ DATABASE_URL, DATA_DIR }: CommandConfig): string {
  if (DATABASE_URL) return DATABASE_URL;
  try {
    return readFileSync(join(DATA_DIR, FILE), 'utf8').trim();
  } catch {
    throw new CommandError(
      `nothing was started in ${DATA_DIR} yet: run npm start first, or set DATABASE_URL to the database of the site`,
    );
  }
}
