import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { REPOSITORY } from './repository.ts';
import { inheritedEnvironment } from './service-environment.ts';

const COMMAND = join(REPOSITORY, 'services', 'gateway', 'src', 'admin-command.ts');
const USERNAME = 'admin';

/**
 * Creates an admin if there is none. Returns the name and password as text for the terminal, their only output;
 * undefined if an admin exists.
 */
export async function makeFirstAdmin(databaseUrl: string): Promise<string | undefined> {
  const run = promisify(execFile)(process.execPath, [COMMAND, 'first', USERNAME], {
    env: { ...inheritedEnvironment(), DATABASE_URL: databaseUrl },
  });
  return run.then(
    ({ stdout }) => stdout.trim() || undefined,
    // The site works without an admin.
    (error: { stderr?: string }) => `none (${error.stderr?.trim() || error}): pnpm admin create ${USERNAME}`,
  );
}
