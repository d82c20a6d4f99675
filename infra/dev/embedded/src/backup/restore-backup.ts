import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeFolders, takeDataFolder } from '../data-folder.ts';
import { removeDatabase } from '../postgres-home.ts';
import { ReadableError } from '../readable-error.ts';
import { loadDatabase, type Manifest } from './copy-database.ts';
import { openStopped } from './data-source.ts';

/**
 * Restores a data folder from a backup, with its database there or, with `databaseUrl`, in an empty one elsewhere. The
 * next start notices the other database, and reuses no report number.
 * @throws ReadableError when the folder is not empty, or the file is not a whole backup
 */
export async function restoreBackup(dataDir: string, file: string, databaseUrl?: string): Promise<Manifest> {
  requireNew(dataDir);
  if (!existsSync(file)) throw new ReadableError(`There is no file ${file}`);
  const parts = `${dataDir}.parts`;
  await rm(parts, { recursive: true, force: true });
  try {
    makeFolders(parts);
    const manifest = await unpack(file, parts);
    await putInPlace(dataDir, { parts, manifest, databaseUrl });
    return manifest;
  } finally {
    await rm(parts, { recursive: true, force: true });
  }
}

/** @throws ReadableError when the folder holds something */
export function requireNew(dataDir: string): void {
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new ReadableError(
      `The data folder ${dataDir} is not empty: move it away, or set DATA_DIR to a new one`,
    );
}

async function unpack(file: string, parts: string): Promise<Manifest> {
  const damage = await promisify(execFile)('tar', ['-xzf', file, '-C', parts]).then(
    () => '',
    ({ stderr }: { stderr?: string }) => stderr?.trim().split('\n').at(0) ?? 'tar failed',
  );
  if (existsSync(join(parts, 'postgres-major')))
    throw new ReadableError(`${file} was made by a version before 0.2.0: restore it with that version`);
  const manifest = join(parts, 'manifest.json');
  if (!damage && existsSync(manifest)) return JSON.parse(readFileSync(manifest, 'utf8')) as Manifest;
  throw new ReadableError(
    `${file} is not a backup of the Naughty List, or it is damaged${damage ? ` (${damage})` : ''}`,
  );
}

type Unpacked = { parts: string; manifest: Manifest; databaseUrl: string | undefined };

async function putInPlace(dataDir: string, { parts, manifest, databaseUrl }: Unpacked): Promise<void> {
  const load = (url: string) => loadDatabase(url, { folder: join(parts, 'tables'), manifest });
  const giveBack = takeDataFolder(dataDir);
  try {
    await cp(join(parts, 'data'), dataDir, { recursive: true });
    if (databaseUrl) return await load(databaseUrl);
    const { url, close } = await openStopped(dataDir, () => {});
    await load(url).finally(close);
  } catch (error) {
    // An incomplete restore must not be started.
    removeDatabase(dataDir);
    await rm(dataDir, { recursive: true, force: true });
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' || error instanceof ReadableError) throw error;
    throw new ReadableError('The backup is damaged: a part of it is missing');
  } finally {
    giveBack();
  }
}
