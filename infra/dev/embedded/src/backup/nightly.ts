import { execFile } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeFolders } from '../data-folder.ts';
import { oneLine } from '../readable-error.ts';
import { makeBackup } from './make-backup.ts';

const KEPT = 14;
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
  for (const name of made().slice(0, -KEPT)) rmSync(join(folder, name));
}
