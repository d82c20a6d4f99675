import { parseArgs } from 'node:util';
import { openDatabase } from '@naughty-list/service-kit/database/database';
import { migrate } from '@naughty-list/service-kit/database/migrate';
import {
  CommandConfig,
  CommandError,
  explainDatabaseError,
  findSite,
} from '@naughty-list/service-kit/lifecycle/command';
import { ConfigError, readConfig } from '@naughty-list/service-kit/lifecycle/config';
import { commands } from './command/commands.ts';
import { readPassword } from './command/read-password.ts';
import { database } from './database.ts';

const USAGE = `Usage: npm run admin -- create <username> [--role moderator]   makes an admin, or a moderator
       npm run admin -- reset <username> [--drop-second-factor]   gives an account a new password and ends its sessions
       npm run admin -- remove <username>   removes an account
       npm run admin -- list                shows all accounts with their roles

The password is asked for, or read from standard input; if it is left empty, one is made and printed.
The database is that of DATABASE_URL and INTERNAL_SECRET, or that of the stack which npm start runs in DATA_DIR (.data).`;

async function runCommand(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { role: { type: 'string' }, 'drop-second-factor': { type: 'boolean' } },
  });
  const [name, username, ...rest] = positionals;
  const command = Object.entries(commands).find(([known]) => known === name)?.[1];
  const dropSecondFactor = values['drop-second-factor'];
  const isMisused =
    (values.role !== undefined && name !== 'create') || (dropSecondFactor && name !== 'reset');
  if (!command || command.takesName !== (username !== undefined) || rest.length > 0 || isMisused)
    throw new CommandError(USAGE);
  const db = openDatabase({
    ...findSite(readConfig(CommandConfig, process.env)),
    schema: database.schema,
    max: 2,
  });
  try {
    await migrate(db, database);
    await command.run(
      { db, print: console.log, readPassword, role: values.role, dropSecondFactor },
      username ?? '',
    );
  } finally {
    await db.destroy();
  }
}

function explain(error: unknown): string {
  if (error instanceof CommandError || error instanceof ConfigError) return error.message;
  const { code = '' } = error as Error & { code?: string };
  return code.startsWith('ERR_PARSE_ARGS') ? USAGE : explainDatabaseError(error);
}

try {
  await runCommand();
} catch (error) {
  const message = explain(error);
  console.error(message === USAGE ? USAGE : `admin: ${message}`);
  process.exitCode = 1;
}
