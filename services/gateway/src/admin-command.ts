import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
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
import { database } from './database.ts';

/**
 * Reads the new password: twice and hidden at a terminal, else from standard input. Empty when there is none.
 *
 * @throws CommandError when the two entries differ
 */
async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n$/, '');
  const silent = new Writable({ write: (_chunk, _encoding, written) => written() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  // Ctrl-C and Ctrl-D cancel.
  const gone = new Promise<never>((_, reject) => {
    terminal.once('close', () => reject(new CommandError('nothing was changed')));
  });
  const ask = async (question: string) => {
    process.stderr.write(question);
    const answer = await Promise.race([terminal.question(''), gone]);
    process.stderr.write('\n');
    return answer;
  };
  try {
    const password = await ask('New password (leave empty to generate one): ');
    if (password !== '' && (await ask('Repeat the password: ')) !== password) {
      throw new CommandError('the two passwords differ; nothing was changed');
    }
    return password;
  } finally {
    gone.catch(() => {});
    terminal.close();
  }
}

const USAGE = `Usage: npm run admin -- create <username> [--role moderator]   makes an admin, or a moderator
       npm run admin -- reset <username> [--drop-second-factor]   gives an account a new password and ends its sessions
       npm run admin -- remove <username>   removes an account
       npm run admin -- list                shows all accounts with their roles

Asks for the password or reads it from standard input; if it is empty, generates and prints one.
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
