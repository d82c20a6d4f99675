import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { takeDataFolder } from '../data-folder.ts';
import { settleHome } from '../postgres-home.ts';
import { ReadableError } from '../readable-error.ts';
import { copyRunningCluster, copyStoppedCluster } from './copy-cluster.ts';
import { copyLivingFolder } from './copy-living-folder.ts';

/** Files of a single run, and the database, which is copied separately. */
const leftOut = ['postgres', 'postgres-folder', 'lock', 'logs', 'processes.json', 'database-url'];

/**
 * Writes a data folder to one file (compressed tar), whether its stack is running or not. The file contains secrets and
 * is readable by its owner only. An existing file is replaced once the new one is complete.
 * @throws ReadableError when there is nothing to back up
 */
export async function makeBackup(dataDir: string, file: string): Promise<void> {
  if (isElsewhere(dataDir)) {
    throw new ReadableError(
      `The database of ${dataDir} is the one that DATABASE_URL named: back it up with its own means, e.g. pg_dump`,
    );
  }
  if (!existsSync(join(dataDir, 'postgres-password'))) {
    throw new ReadableError(`There is no data in ${dataDir}: set DATA_DIR to the folder that npm start uses`);
  }
  const parts = `${file}.parts`;
  await rm(parts, { recursive: true, force: true });
  await mkdir(parts, { mode: 0o700 });
  try {
    await copyEverything(dataDir, parts);
    await pack(parts, `${file}.new`);
    await rename(`${file}.new`, file);
  } finally {
    await rm(parts, { recursive: true, force: true });
    await rm(`${file}.new`, { force: true });
  }
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

async function copyEverything(dataDir: string, parts: string): Promise<void> {
  const { cluster, major } = settleHome(dataDir);
  const giveBack = takeUnlessRunning(dataDir);
  try {
    if (giveBack) await copyStoppedCluster(cluster, join(parts, 'cluster'));
    else await copyRunningCluster(cluster, databaseUrl(dataDir), join(parts, 'cluster'));
    await copyLivingFolder(dataDir, join(parts, 'data'), (path) =>
      leftOut.includes(path) || path.startsWith('postgres.log') ? 'skip' : 'copy',
    );
    await writeFile(join(parts, 'postgres-major'), `${major}\n`);
  } finally {
    giveBack?.();
  }
}

/** Locks an unused data folder, so that no stack starts on it meanwhile; undefined when its stack is running. */
function takeUnlessRunning(dataDir: string): (() => void) | undefined {
  try {
    return takeDataFolder(dataDir);
  } catch (error) {
    if (error instanceof ReadableError && existsSync(join(dataDir, 'database-url'))) return undefined;
    throw error;
  }
}

/** Whether the stack last ran on an external database: only the embedded one uses the folder's password. */
function isElsewhere(dataDir: string): boolean {
  if (!existsSync(join(dataDir, 'database-url'))) return false;
  const password = join(dataDir, 'postgres-password');
  return !existsSync(password) || !databaseUrl(dataDir).includes(readFileSync(password, 'utf8').trim());
}

const databaseUrl = (dataDir: string) => readFileSync(join(dataDir, 'database-url'), 'utf8').trim();
