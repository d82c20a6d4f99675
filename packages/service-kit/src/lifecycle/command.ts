import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { commonSettings } from './config.ts';

/** An error that the user of a command can fix; the message is one line. */
export class CommandError extends Error {}

/** Settings by which a command finds the site's database. */
export const CommandConfig = z.object({
  DATABASE_URL: commonSettings.DATABASE_URL.optional(),
  DATA_DIR: z.string().default('.data'),
});

/** Where the embedded stack writes its database URL. */
const FILE = 'database-url';

const unreachable = /^(E[A-Z]+|28\w{3}|3D000|57P03)$/;

/** A one-line description of a database error, for the terminal. */
export function explainDatabaseError(error: unknown): string {
  const { code = '', message } = error as Error & { code?: string };
  if (!unreachable.test(code)) return `the database refused: ${message}`;
  return `the database does not answer (${code}): run npm start first, or set DATABASE_URL to the database of the site`;
}

/**
 * The configured database, or that of the stack started by `npm start`.
 *
 * @throws CommandError when there is neither
 */
export function findDatabase({ DATABASE_URL, DATA_DIR }: z.infer<typeof CommandConfig>): string {
  if (DATABASE_URL) return DATABASE_URL;
  try {
    return readFileSync(join(DATA_DIR, FILE), 'utf8').trim();
  } catch {
    throw new CommandError(
      `no installation in ${DATA_DIR} yet: run npm start first, or set DATABASE_URL to the database of the site`,
    );
  }
}
