import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { oneLine, ReadableError } from '../readable-error.ts';
import { REPOSITORY } from '../repository.ts';
import { makeBackup } from './make-backup.ts';
import { type Moved, moveHere, moveToServers } from './move.ts';
import { drillRestore, restoreBackup } from './restore-backup.ts';

const USAGE = `Usage: npm run backup -- FILE            writes everything that the product keeps into one file
       npm run restore -- FILE           makes a new data folder from it; with DATABASE_URL, the database goes there
       npm run restore -- FILE --drill   tries that beside the running product, and removes it again
       npm run move -- --to postgres://… [--redis redis://…]     from this machine to servers
       npm run move -- --from postgres://… [--redis redis://…]   and back, into a new data folder

The data folder is DATA_DIR, or .data in the repository.`;

const dataDir = process.env.DATA_DIR ? resolve(process.env.DATA_DIR) : join(REPOSITORY, '.data');

try {
  await run(readArguments());
} catch (error) {
  const line = oneLine(error);
  if (line === undefined) throw error;
  console.error(line);
  process.exitCode = 1;
}

function readArguments() {
  const text = { type: 'string' } as const;
  const options = { drill: { type: 'boolean' }, to: text, from: text, redis: text } as const;
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch {
    throw new ReadableError(USAGE);
  }
}

async function run({ values, positionals }: ReturnType<typeof readArguments>): Promise<void> {
  const [verb, path, ...rest] = positionals;
  if (verb === 'move' && !path && Boolean(values.to) !== Boolean(values.from)) return move(values);
  if (!path || rest.length > 0) throw new ReadableError(USAGE);
  // npm runs scripts in the repository, but the file is relative to the caller's folder.
  const file = resolve(process.env.INIT_CWD ?? '.', path);
  if (verb === 'backup') {
    await makeBackup(dataDir, file);
    console.log(`Wrote ${file}. It holds secrets: keep it where only you can read it`);
  } else if (values.drill) {
    await drillRestore(dataDir, file, { print: console.log });
  } else {
    const { DATABASE_URL: databaseUrl } = process.env;
    await restoreBackup(dataDir, file, databaseUrl);
    const elsewhere = databaseUrl ? ' and the database of DATABASE_URL: with the same DATABASE_URL,' : ':';
    console.log(`Restored to ${dataDir}${elsewhere} npm start goes on from there`);
  }
}

async function move({ to, from, redis }: { to?: string; from?: string; redis?: string }): Promise<void> {
  if (to) {
    tell(await moveToServers(dataDir, to, redis));
    console.log(
      `Next: give every service the settings in ${join(dataDir, 'server.env')}, and SOLANA_RPC_URLS, SOLANA_CLUSTER,`,
    );
    console.log('LIST_MINT_ADDRESS, BURN_WALLET_ADDRESS and PUBLIC_ORIGIN as they were here.');
    console.log(`${dataDir} keeps its copy; npm start refuses it from now on.`);
  } else if (from) {
    tell(await moveHere(dataDir, from, redis));
    console.log(
      `Next: put the servers' INTERNAL_SECRET, which the log needs to continue, into ${join(dataDir, 'internal-secret')},`,
    );
    console.log(
      'SESSION_SECRET into session-secret (or log in again), then npm start. Drop the database on the server when all is well.',
    );
  }
}

function tell({ manifest: { tables, log }, jobs }: Moved): void {
  const rows = tables.reduce((sum, table) => sum + Number(table.rows), 0);
  console.log(`Moved and compared ${rows} rows of ${tables.length} tables, and ${jobs} waiting jobs`);
  if (log) console.log(`The log ${log.name} has its ${log.size} entries and the root that it signed`);
}
