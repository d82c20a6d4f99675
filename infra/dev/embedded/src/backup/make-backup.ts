import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { cp, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { makeFolders } from '../data-folder.ts';
import { oneLine, ReadableError } from '../readable-error.ts';
import { REPOSITORY } from '../repository.ts';
import { type Manifest, withClient, writeDatabase } from './copy-database.ts';
import { openDataSource } from './data-source.ts';

/** What is kept beside the database: secrets, and the local chain with its keys. */
const KEPT = ['internal-secret', 'session-secret', 'local-chain'];

export const releaseVersion = (): string =>
  JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')).version;

/**
 * Writes a data folder to one file (compressed tar), whether its stack is running or not. The file contains secrets and
 * is readable by its owner only. An existing file is replaced once the new one is complete.
 * It counts as made once `takeElsewhere` is done.
 * @throws ReadableError when there is nothing to back up
 */
export async function makeBackup(
  dataDir: string,
  file: string,
  takeElsewhere = async () => {},
): Promise<void> {
  const parts = `${file}.parts`;
  await rm(parts, { recursive: true, force: true });
  await mkdir(parts, { mode: 0o700 });
  try {
    const source = await openDataSource(dataDir);
    try {
      const manifest = await writeDatabase(source.url, join(parts, 'tables'), releaseVersion());
      await writeFile(join(parts, 'manifest.json'), JSON.stringify(manifest));
      await copyKept(dataDir, join(parts, 'data'));
      await pack(parts, `${file}.new`);
      await rename(`${file}.new`, file);
      await takeElsewhere();
      await recordBackup(source.url, manifest);
    } finally {
      await source.close();
    }
  } finally {
    await rm(parts, { recursive: true, force: true });
    await rm(`${file}.new`, { force: true });
  }
}

/**
 * What a folder keeps beside the database. Where its chain last listened is not copied, another may listen there; nor its
 * lock, which this process would lose by closing a copy.
 */
async function copyKept(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  for (const name of KEPT.filter((each) => existsSync(join(from, each))))
    await cp(join(from, name), join(to, name), {
      recursive: true,
      filter: (path) => !/(endpoint\.json|lock|\.sqlite)$/.test(path),
    });
}

/** Opens the file with owner-only permissions before tar writes to it. */
async function pack(folder: string, file: string): Promise<void> {
  await rm(file, { force: true });
  const output = await open(file, 'wx', 0o600);
  try {
    const tar = spawn('tar', ['-czf', '-', '-C', folder, '.'], { stdio: ['ignore', output.fd, 'pipe'] });
    const [reason, [code]] = await Promise.all([tar.stderr ? text(tar.stderr) : '', once(tar, 'close')]);
    if (code !== 0)
      throw new ReadableError(
        `The backup could not be written: ${reason.trim() || `tar ended with ${code}`}`,
      );
  } finally {
    await output.close();
  }
}

const NO_SUCH_TABLE = '42P01';

/** Lets metrics and the doctor tell the backup's age. A database of the release before has no place for it yet. */
async function recordBackup(url: string, { made }: Manifest): Promise<void> {
  await withClient(url, (client) => client.query('insert into gateway.backups values ($1)', [made])).catch(
    (error) => {
      if (error.code !== NO_SUCH_TABLE) throw error;
    },
  );
}

const MOST_KEPT = 14;
const FIRST_AFTER_MS = 10 * 60_000;
const LOOK_EVERY_MS = 60 * 60_000;
const NAME = /^naughty-list-\d{8}T\d{6}Z\.tar\.gz$/;

/**
 * Writes a backup a day into `backups/` of the data folder, ten minutes after a start at the earliest, and keeps the
 * newest. `command` takes each one elsewhere.
 */
export function backUpNightly(
  { dataDir }: { dataDir: string },
  { command, log }: { command: string | undefined; log: (line: string) => void },
): void {
  const work = () =>
    backUpIfDue(dataDir, { command, now: new Date() }).catch((error: Error) =>
      log(`The nightly backup failed: ${oneLine(error) ?? error.message}`),
    );
  setTimeout(work, FIRST_AFTER_MS).unref();
  setInterval(work, LOOK_EVERY_MS).unref();
}

/**
 * Makes the backup of the day unless there is one, hands it to `command` (as `$FILE`, in a shell), and removes old ones.
 * By number and not by age: when backups fail for a month, the last good ones stay.
 */
export async function backUpIfDue(
  dataDir: string,
  { command, now }: { command: string | undefined; now: Date },
): Promise<void> {
  const folder = join(dataDir, 'backups');
  const nameAt = (date: Date) => `naughty-list-${date.toISOString().replace(/[-:]|\.\d+/g, '')}.tar.gz`;
  const made = () =>
    readdirSync(folder)
      .filter((name) => NAME.test(name))
      .sort();
  if (!existsSync(folder)) makeFolders(folder);
  // Names sort by time.
  const dayBefore = nameAt(new Date(now.getTime() - 24 * 3_600_000));
  if (made().some((name) => name > dayBefore)) return;
  const file = join(folder, nameAt(now));
  await makeBackup(dataDir, file, async () => {
    if (!command) return;
    await promisify(execFile)('sh', ['-c', command], { env: { ...process.env, FILE: file } });
  });
  for (const name of made().slice(0, -MOST_KEPT)) rmSync(join(folder, name));
}
