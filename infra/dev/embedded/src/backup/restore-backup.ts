import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { parseVerifierKey } from '@naughty-list/ledger/note';
import { openRemoteLog, verifyRemoteLog } from '@naughty-list/ledger/remote-log';
import type { ClientBase } from 'pg';
import { makeFolders, takeDataFolder } from '../data-folder.ts';
import { removeDatabase } from '../postgres-home.ts';
import { ReadableError } from '../readable-error.ts';
import { startStack } from '../stack.ts';
import { loadDatabase, type Manifest, withClient } from './copy-database.ts';
import { openDataSource, openStopped } from './data-source.ts';
import { fingerprint } from './tables.ts';

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

/**
 * Restores a backup into a folder of its own, starts the product on it on free ports, and reads its log and lists as a
 * visitor does; then removes it all. A product that runs beside goes on, and is compared by its counts.
 * @throws ReadableError when the backup could not be restored or served
 */
export async function drillRestore(
  dataDir: string,
  file: string,
  { print, webRoot }: { print: (line: string) => void; webRoot?: string },
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'naughty-list-drill-'));
  const restored = join(folder, 'data');
  try {
    const started = performance.now();
    const manifest = await restoreBackup(restored, file);
    print(`Backup of ${manifest.made}, release ${manifest.version}: ${manifest.tables.length} tables`);
    print(
      `Restored in ${secondsSince(started)}: every table holds the rows it had, and the log the signed root`,
    );
    await serve(restored, { manifest, print, webRoot });
    await compare(dataDir, { manifest, print });
  } finally {
    removeDatabase(restored);
    rmSync(folder, { recursive: true, force: true });
    print('The files of the drill were removed');
  }
}

const secondsSince = (since: number) => `${((performance.now() - since) / 1_000).toFixed(1)} s`;

type Drill = { manifest: Manifest; print: (line: string) => void; webRoot?: string | undefined };

async function serve(dataDir: string, { manifest, print, webRoot }: Drill): Promise<void> {
  const started = performance.now();
  // Nothing that it does may leave this machine.
  const env = { THIRD_PARTIES: 'off', ...(webRoot && { WEB_ROOT: webRoot }) };
  const stack = await startStack({ dataDir, host: '127.0.0.1', port: 0, env });
  try {
    print(`Served at ${stack.url} after ${secondsSince(started)}`);
    const url = `${stack.url}/log`;
    const key = parseVerifierKey(await readKey(url));
    if (!key) throw new ReadableError('The restored product has no log');
    const entries = await verifyRemoteLog(await openRemoteLog(url, key));
    const { log } = manifest;
    // A restore begins a new log, with a note about the one before.
    const note = log && (await (await fetch(`${url}/predecessor`)).text());
    if (log && !note?.includes(`\n${log.name}\n${log.size}\n${log.root}\n`))
      throw new ReadableError(`The new log does not name the last checkpoint of ${log.name}`);
    print(`The log ${key.name} has ${entries.length} entries and the root that it signed`);
  } finally {
    await stack.stop();
  }
}

const SIGNED_WITHIN_MS = 60_000;

/** The restored product begins a log of its own, which is there once it is signed. */
async function readKey(url: string): Promise<string> {
  for (const since = performance.now(); performance.now() - since < SIGNED_WITHIN_MS; await sleep(200)) {
    const response = await fetch(`${url}/key`);
    if (response.ok) return (await response.text()).trim();
  }
  return '';
}

/** What the product has more than the backup. */
async function compare(dataDir: string, { manifest, print }: Drill): Promise<void> {
  const source = await openDataSource(dataDir).catch(() => undefined);
  if (!source) return print(`There is nothing in ${dataDir} to compare it with`);
  const read = (client: ClientBase) => differences(client, manifest);
  const found = await withClient(source.url, read).finally(source.close);
  print(
    found.length === 0
      ? 'Nothing was written since the backup'
      : `Written since the backup: ${found.join(', ')}`,
  );
}

async function differences(client: ClientBase, { tables }: Manifest): Promise<string[]> {
  const found: string[] = [];
  for (const { name, rows } of tables) {
    const now = Number((await fingerprint(client, name)).rows) - Number(rows);
    if (now !== 0) found.push(`${name} ${now > 0 ? '+' : ''}${now}`);
  }
  return found;
}
