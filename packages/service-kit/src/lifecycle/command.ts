import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { commonSettings } from './config.ts';

/** An error that the user of a command can fix; the message is one line. */
export class CommandError extends Error {}

/** Settings by which a command finds the site's database and secret. */
export const CommandConfig = z.object({
  DATABASE_URL: commonSettings.DATABASE_URL.optional(),
  INTERNAL_SECRET: commonSettings.INTERNAL_SECRET.optional(),
  DATA_DIR: z.string().default('.data'),
});

const unreachable = /^(E[A-Z]+|28\w{3}|3D000|57P03)$/;

/** A one-line description of a database error, for the terminal. */
export function explainDatabaseError(error: unknown): string {
  const { code = '', message } = error as Error & { code?: string };
  if (!unreachable.test(code)) return `the database refused: ${message}`;
  return `the database does not answer (${code}): run npm start first, or set DATABASE_URL to the database of the site`;
}

/**
 * The configured database with its secret, or those of the stack started by `npm start`.
 *
 * @throws CommandError when one is missing
 */
export function findSite({ DATABASE_URL, INTERNAL_SECRET, DATA_DIR }: z.infer<typeof CommandConfig>): {
  url: string;
  secret: string;
} {
  const started = readIfThere(join(DATA_DIR, 'database-url'));
  const url = DATABASE_URL ?? started;
  if (!url)
    throw new CommandError(
      `no installation in ${DATA_DIR} yet: run npm start first, or set DATABASE_URL to the database of the site`,
    );
  const secret =
    INTERNAL_SECRET ?? (url === started ? readIfThere(join(DATA_DIR, 'internal-secret')) : undefined);
  if (!secret) throw new CommandError('set INTERNAL_SECRET to that of the site, too');
  return { url, secret };
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}
