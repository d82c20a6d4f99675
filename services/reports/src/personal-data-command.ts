import { parseArgs } from 'node:util';
import { DataSubject } from '@naughty-list/contracts/personal-data';
import { openDatabase } from '@naughty-list/service-kit/database/database';
import {
  CommandConfig,
  CommandError,
  explainDatabaseError,
  findSite,
} from '@naughty-list/service-kit/lifecycle/command';
import { ConfigError, readConfig } from '@naughty-list/service-kit/lifecycle/config';
import { database } from './database.ts';
import { erase } from './desk/personal-data/erase.ts';
import { exportData } from './desk/personal-data/export.ts';

const USAGE = `Usage: npm run personal-data -- export @handle      prints everything that is stored about an X account, as JSON
       npm run personal-data -- erase @handle       erases it for good
       npm run personal-data -- erase --report 7    the same for one report, or --praise 7, --statement 7

The database is that of DATABASE_URL and INTERNAL_SECRET, or that of the stack which npm start runs in DATA_DIR (.data).`;

const AFTERWARDS =
  'Earlier backups still contain it. After restoring one of them, run this command again. Page addresses in individual visits are deleted when their retention period ends (docs/retention.md).';

async function runCommand(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { report: { type: 'string' }, praise: { type: 'string' }, statement: { type: 'string' } },
  });
  const [verb, username, ...rest] = positionals;
  const parsed = DataSubject.safeParse({
    username,
    reportId: values.report,
    niceReportId: values.praise,
    statementId: values.statement,
  });
  if (rest.length > 0 || !parsed.success) throw new CommandError(USAGE);
  const db = openDatabase({
    ...findSite(readConfig(CommandConfig, process.env)),
    schema: database.schema,
    max: 2,
  });
  const subject = parsed.data;
  try {
    if (verb === 'export') return print(await exportData(db, subject));
    if (verb !== 'erase') throw new CommandError(USAGE);
    print(await erase(db, { subject, who: 'the command line' }));
    console.log(AFTERWARDS);
  } finally {
    await db.destroy();
  }
}

function print(answer: unknown): void {
  if (answer === undefined) throw new CommandError('no entry has this name or number');
  console.log(JSON.stringify(answer, null, 2));
}

try {
  await runCommand();
} catch (error) {
  const isOurs = error instanceof CommandError || error instanceof ConfigError;
  const isUsage = String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS');
  const message = isUsage ? USAGE : isOurs ? error.message : explainDatabaseError(error);
  console.error(message === USAGE ? USAGE : `personal-data: ${message}`);
  process.exitCode = 1;
}
