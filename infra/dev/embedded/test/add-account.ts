import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { REPOSITORY } from '../src/repository.ts';
import type { Stack } from '../src/stack.ts';

/** Makes an account of the panel on a running stack, by the command with which an operator makes one. */
export function addAccount(
  { dataDir }: Pick<Stack, 'dataDir'>,
  { username, password, role }: { username: string; password: string; role: string },
): void {
  const command = join(REPOSITORY, 'services/gateway/src/admin-command.ts');
  const { DATABASE_URL: _, INTERNAL_SECRET: __, ...environment } = process.env;
  execFileSync(process.execPath, [command, 'create', username, '--role', role], {
    input: password,
    env: { ...environment, DATA_DIR: dataDir },
  });
}
