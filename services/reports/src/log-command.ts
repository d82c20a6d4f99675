import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openCheckpoint } from '@naughty-list/ledger/checkpoint';
import { parseVerifierKey, type Verifier } from '@naughty-list/ledger/note';
import { LogError, openRemoteLog, proveEntry, verifyRemoteLog } from '@naughty-list/ledger/remote-log';
import { writeAllMacs } from '@naughty-list/payment-flow/proofs';
import { type Database, openDatabase, secretOf } from '@naughty-list/service-kit/database/database';
import {
  CommandConfig,
  CommandError,
  explainDatabaseError,
  findSite,
} from '@naughty-list/service-kit/lifecycle/command';
import { ConfigError, readConfig } from '@naughty-list/service-kit/lifecycle/config';
import { database } from './database.ts';
import { auditDatabase } from './publication/ledger/audit.ts';
import { auditSite } from './publication/ledger/audit-site.ts';
import { type Differences, namedTwice } from './publication/ledger/differences.ts';
import { writeMacsOfAudits } from './publication/ledger/kept-audits.ts';
import { opensKey } from './publication/ledger/log-key.ts';
import { readHead } from './publication/ledger/repository.ts';
import { createSiteReader, SiteError } from './publication/ledger/site-reader.ts';

const USAGE = `npm run log -- key                  prints the key that verifies the log; keep it
npm run log -- verify               reads the whole log and checks it
npm run log -- prove INDEX          prints an entry with its proof
npm run log -- audit URL            compares log, pages and feeds of a site; names each difference
npm run log -- audit --database URL the same with the tables of a database
npm run log -- restate --database URL ends a log whose key is lost: the next states what the tables have
  --url URL        the site (http://127.0.0.1:8080)
  --key KEY        the key you saved; without it, the site's own answer is taken
  --earlier FILE   a checkpoint you saved; may be repeated
INTERNAL_SECRET is that of the database; for the one of npm start, that in DATA_DIR (.data) is taken.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    key: { type: 'string' },
    database: { type: 'string' },
    earlier: { type: 'string', multiple: true, default: [] },
  },
});
const [command, argument] = positionals;
const site = (command === 'audit' && argument ? argument : values.url).replace(/\/+$/, '');
const url = `${site}/log`;
/** How long after a difference the audit runs again. */
const AGAIN_AFTER_MS = 5_000;

try {
  await run();
} catch (error) {
  const isOurs = [LogError, SiteError, CommandError, ConfigError, TypeError].some(
    (of) => error instanceof of,
  );
  if (!isOurs && !(values.database && error instanceof Error)) throw error;
  console.error(isOurs ? messageOf(error as Error) : explainDatabaseError(error));
  process.exitCode = 1;
}

function messageOf({ message }: Error): string {
  if (message !== 'fetch failed') return message;
  const instead = values.database ? ', or give the key that you saved (--key)' : '';
  return `${site} does not answer: start it, or give its address (--url)${instead}`;
}

async function run(): Promise<void> {
  if (command === 'restate' && values.database) return await withDatabase(values.database, restate);
  if (command === 'key') return console.log(await readKey());
  if (command !== 'verify' && command !== 'prove' && command !== 'audit') {
    process.exitCode = 2;
    return console.error(USAGE);
  }
  const key = await chooseKey();
  if (command === 'audit' && values.database)
    return report(await withDatabase(values.database, (db) => auditDatabase(db, key)));
  if (command === 'audit') return report(await auditTwice(key));
  const log = await openRemoteLog(url, key);
  if (command === 'prove') {
    const index = Number(argument);
    const { entry, proof } = await proveEntry(log, index);
    const hashes = proof.map((hash) => hash.toString('base64'));
    return console.log(
      JSON.stringify({ index, entry: entry.toString(), proof: hashes, checkpoint: log.note }, null, 2),
    );
  }
  const earlier = readEarlier(key);
  const entries = await verifyRemoteLog(log, earlier);
  console.log(`${entries.length} entries, as ${key.name} signed them`);
  for (const { size } of earlier) console.log(`the first ${size} are those of an earlier checkpoint`);
}

function readEarlier(key: Verifier) {
  return values.earlier.map((file) => {
    const checkpoint = openCheckpoint(readFileSync(file, 'utf8'), key);
    if (!checkpoint) throw new LogError(`${file} is not a checkpoint of ${key.name}`);
    return checkpoint;
  });
}

/** @throws CommandError while the key opens: what the log says would be lost for nothing */
async function restate(db: Database): Promise<void> {
  const head = await readHead(db);
  if (head && opensKey(head, secretOf(db)))
    throw new CommandError("this log's key can still be read: restart reports instead");
  await database.afterBridge(db);
  await writeMacsOfAudits(db);
  const { rows } = await db.raw("select to_regclass('chain.verifications') as found");
  if (rows[0].found) await writeAllMacs(db);
  console.log('start reports again: the new log states what the tables have');
}

async function withDatabase<Done>(databaseUrl: string, use: (db: Database) => Promise<Done>): Promise<Done> {
  const found = findSite({ ...readConfig(CommandConfig, process.env), DATABASE_URL: databaseUrl });
  const db = openDatabase({ ...found, schema: database.schema, max: 2 });
  try {
    return await use(db);
  } finally {
    await db.destroy();
  }
}

/** Reports only what differs twice: a page may change while the others are read. */
async function auditTwice(key: Verifier): Promise<Differences> {
  const audit = async () => {
    const entries = await verifyRemoteLog(await openRemoteLog(url, key), readEarlier(key));
    return auditSite(createSiteReader(site), entries);
  };
  const first = await audit();
  if (first.count === 0) return first;
  await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
  const second = await audit();
  const named = namedTwice(first, second);
  return { ...second, named, count: named.length };
}

function report({ leaves, count, named }: Differences): void {
  for (const difference of named) console.log(difference);
  console.log(`leaves: ${leaves}, ${count === 0 ? 'nothing differs' : `differences: ${count}`}`);
  if (count > 0) process.exitCode = 1;
}

async function chooseKey(): Promise<Verifier> {
  if (values.key === undefined)
    console.error("The key is the site's own answer: keep it (npm run log -- key) and give it next time.");
  const key = parseVerifierKey(values.key ?? (await readKey()));
  if (!key) throw new LogError('This is not a verifier key.');
  return key;
}

async function readKey(): Promise<string> {
  const response = await fetch(`${url}/key`);
  if (!response.ok) throw new LogError(`${url}/key answered ${response.status}`);
  return (await response.text()).trim();
}
