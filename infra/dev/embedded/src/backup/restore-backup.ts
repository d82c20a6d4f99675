import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { settleHome } from '../postgres-home.ts';
import { ReadableError } from '../readable-error.ts';
import { skipLostNumbers } from './skip-lost-numbers.ts';

/**
 * Restores a data folder from a backup. The next start finds the same data but reuses no report number.
 * @throws ReadableError when the folder is not empty, or the file is not a backup readable by this version
 */
export async function restoreBackup(dataDir: string, file: string): Promise<void> {
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0) {
    throw new ReadableError(
      `The data folder ${dataDir} is not empty: move it away, or set DATA_DIR to a new one`,
    );
  }
  if (!existsSync(file)) throw new ReadableError(`There is no file ${file}`);
  const parts = `${dataDir}.parts`;
  await rm(parts, { recursive: true, force: true });
  await mkdir(parts, { recursive: true, mode: 0o700 });
  try {
    await promisify(execFile)('tar', ['-xzf', file, '-C', parts]).catch(() => notABackup(file));
    if (!existsSync(join(parts, 'postgres-major'))) notABackup(file);
    await putInPlace(dataDir, parts);
  } finally {
    await rm(parts, { recursive: true, force: true });
  }
}

async function putInPlace(dataDir: string, parts: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const home = settleHome(dataDir);
  const major = readFileSync(join(parts, 'postgres-major'), 'utf8').trim();
  if (major !== home.major) {
    await rm(home.folder, { recursive: true, force: true });
    throw new ReadableError(
      `The backup was made by PostgreSQL ${major}, this version runs PostgreSQL ${home.major}: restore it with the version that made it`,
    );
  }
  // Copied, not renamed, since the database may be on another disk; renamed once complete.
  const draft = `${home.cluster}.new`;
  await cp(join(parts, 'cluster'), draft, { recursive: true });
  await chmod(draft, 0o700);
  const { uid, gid } = home.runAs;
  if (uid !== undefined) execFileSync('chown', ['-R', `${uid}:${gid}`, draft]);
  await cp(join(parts, 'data'), dataDir, { recursive: true });
  await rename(draft, home.cluster);
  try {
    await skipLostNumbers(dataDir);
  } catch (error) {
    // An incomplete restore must not be started.
    await rm(home.folder, { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  }
}

function notABackup(file: string): never {
  throw new ReadableError(`${file} is no backup of the Naughty List`);
}
