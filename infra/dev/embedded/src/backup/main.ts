import { join, resolve } from 'node:path';
import { ReadableError } from '../readable-error.ts';
import { REPOSITORY } from '../repository.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const USAGE = `Usage: npm run backup -- FILE    writes everything that the stack of npm start keeps into one file
       npm run restore -- FILE   makes a new data folder out of it

The data folder is DATA_DIR, or .data in the repository.`;

const [verb, given, ...rest] = process.argv.slice(2);
const dataDir = process.env.DATA_DIR ? resolve(process.env.DATA_DIR) : join(REPOSITORY, '.data');
// npm runs scripts in the repository, but the file is relative to the caller's folder.
const file = given && resolve(process.env.INIT_CWD ?? '.', given);

try {
  if (!file || rest.length > 0) throw new ReadableError(USAGE);
  if (verb === 'restore') {
    await restoreBackup(dataDir, file);
    console.log(`Restored to ${dataDir}: npm start goes on from there`);
  } else {
    await makeBackup(dataDir, file);
    console.log(`Wrote ${file}. It holds secrets: keep it where only you can read it`);
  }
} catch (error) {
  if (!(error instanceof ReadableError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
