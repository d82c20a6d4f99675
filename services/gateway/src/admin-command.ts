import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '@naughty-list/service-kit/config';
import { openDatabase } from '@naughty-list/service-kit/database';
import { CommandError } from './command/command-error.ts';
import { commands } from './command/commands.ts';
import { findDatabase } from './command/find-database.ts';
import { readPassword } from './command/read-password.ts';
import { CommandConfig } from './config.ts';
import { migrateSchema, SCHEMA } from './schema.ts';

const USAGE = `Usage: pnpm admin create <username>   makes an admin
       pnpm admin reset <username>    gives an admin a new password and ends their sessions
       pnpm admin remove <username>   removes an admin
       pnpm admin list                shows all admins

The password is asked for, or read from standard input; without one, one is made and printed.
The database is that of DATABASE_URL, or that of the stack which npm start runs in DATA_DIR (.data).`;

async function runCommand(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [name, username, ...rest] = positionals;
  const command = Object.entries(commands).find(([known]) => known === name)?.[1];
  if (!command || command.takesName !== (username !== undefined) || rest.length > 0)
    throw new CommandError(USAGE);
  const db = openDatabase({
    url: findDatabase(readConfig(CommandConfig, process.env)),
    schema: SCHEMA,
    max: 2,
  });
  try {
    await migrateSchema(db);
    await command.run({ db, print: console.log, readPassword }, username ?? '');
  } finally {
    await db.destroy();
  }
}

/** What the system and PostgreSQL answer where no database is, or not ours. */
const unreachable = /^(E[A-Z]+|28\w{3}|3D000|57P03)$/;

function explain(error: unknown): string {
  if (error instanceof CommandError || error instanceof ConfigError) return error.message;
  const { code = '', message } = error as Error & { code?: string };
  if (code.startsWith('ERR_PARSE_ARGS')) return USAGE;
  if (!unreachable.test(code)) return `the database refused: ${message}`;
  return `the database does not answer (${code}): run npm start first, or set DATABASE_URL to the database of the site`;
}

try {
  await runCommand();
} catch (error) {
  const message = explain(error);
  console.error(message === USAGE ? USAGE : `admin: ${message}`);
  process.exitCode = 1;
}
