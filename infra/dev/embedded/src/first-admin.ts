import { openDatabase } from '../../../../packages/service-kit/src/database/database.ts';
import { commands } from '../../../../services/gateway/src/command/commands.ts';
import { database } from '../../../../services/gateway/src/database.ts';
import type { Stack } from './stack.ts';

const USERNAME = 'admin';

/**
 * Creates an admin if there is none. Returns the name and password as text for the terminal, their only output;
 * undefined if an admin exists.
 */
export async function makeFirstAdmin({
  databaseUrl: url,
  environmentOf,
}: Pick<Stack, 'databaseUrl' | 'environmentOf'>): Promise<string | undefined> {
  const secret = environmentOf('gateway').INTERNAL_SECRET;
  const db = openDatabase({ url, schema: database.schema, secret, max: 1 });
  const printed: string[] = [];
  return commands.first
    .run({ db, print: (line) => void printed.push(line), readPassword: async () => '' }, USERNAME)
    .then(() => printed[0])
    .catch((error: Error) => `none (${error.message}): npm run admin -- create ${USERNAME}`)
    .finally(() => db.destroy());
}
