import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { REPOSITORY } from './repository.ts';
import { inheritedEnvironment } from './service-environment.ts';

const COMMAND = join(REPOSITORY, 'services', 'gateway', 'src', 'admin-command.ts');
const USERNAME = 'admin';

/**
 * Makes an admin where there is none. Answers the name and the password in words for the person at the terminal, who is
 * the only one to see them; nothing when there is an admin.
 */
export async function makeFirstAdmin(databaseUrl: string): Promise<string | undefined> {
  const run = promisify(execFile)(process.execPath, [COMMAND, 'first', USERNAME], {
    env: { ...inheritedEnvironment(), DATABASE_URL: databaseUrl },
  });
  return run.then(
    ({ stdout }) => stdout.trim() || undefined,
    // The site works without one.
    (error: { stderr?: string }) => `none (${error.stderr?.trim() || error}): pnpm admin create ${USERNAME}`,
  );
}
