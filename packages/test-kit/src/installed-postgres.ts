import { execFileSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, globSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { freePort } from '@naughty-list/embedded/ports';
import { databaseUser } from '@naughty-list/embedded/postgres-home';
import { REPOSITORY } from '@naughty-list/embedded/repository';
import { onTestFinished } from 'vitest';

const needed = ['initdb', 'pg_ctl', 'createdb', 'pg_dump', 'pg_restore', 'psql'];

/** The folder of the newest PostgreSQL server and tools from Debian's packages; the npm package has no tools. */
export const installedPostgres: string | undefined = globSync('/usr/lib/postgresql/*/bin')
  .filter((bin) => needed.every((name) => existsSync(join(bin, name))))
  .toSorted((one, other) => Number(basename(dirname(one))) - Number(basename(dirname(other))))
  .at(-1);

const DATABASE = 'naughty_list';

/**
 * Starts a server of an installed PostgreSQL with the product's database, and the operators' scripts for it; it stops when
 * the test ends.
 */
export async function startInstalledPostgres(bin: string) {
  const folder = mkdtempSync(join(tmpdir(), 'naughty-list-installed-'));
  const runAs = databaseUser();
  if (runAs.uid !== undefined && runAs.gid !== undefined) chownSync(folder, runAs.uid, runAs.gid);
  const port = await freePort();
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    PGHOST: '127.0.0.1',
    PGPORT: String(port),
    PGUSER: 'postgres',
  };
  const run = (program: string, ...args: string[]) =>
    void execFileSync(program, args, { ...runAs, cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const data = join(folder, 'data');
  run('initdb', '--pgdata', data, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C');
  const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200`;
  const log = join(folder, 'log');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  run('pg_ctl', '--pgdata', data, '--log', log, '--wait', '--timeout=300', '--options', settings, 'start');
  onTestFinished(() => run('pg_ctl', '--pgdata', data, '--mode=immediate', 'stop'));
  // In a place that the database's user can read.
  const scripts = join(folder, 'bin');
  cpSync(join(REPOSITORY, 'infra/deploy/server/bin'), scripts, { recursive: true });
  const create = () => run('createdb', `--owner=${DATABASE}`, DATABASE);
  run('psql', '--quiet', `--command=create role ${DATABASE} login`);
  create();
  let aside = 0;
  return {
    /** URL of the database, as its owner. */
    url: `postgres://${DATABASE}@127.0.0.1:${port}/${DATABASE}`,
    /** Writes a backup with `backup.sh`; returns the file. */
    backUp(): string {
      run(join(scripts, 'backup.sh'), folder);
      const file = readdirSync(folder).find((name) => name.endsWith('.dump'));
      if (file === undefined) throw new Error('no backup');
      return join(folder, file);
    },
    /** Runs `pg_restore` alone. */
    restoreBare(file: string, ...options: string[]) {
      const into = ['--exit-on-error', '--no-owner', `--role=${DATABASE}`, `--dbname=${DATABASE}`];
      run('pg_restore', ...into, ...options, file);
    },
    restore: (file: string) => run(join(scripts, 'restore.sh'), file, DATABASE),
    /** Renames the database; leaves none, or an empty one, in its place. */
    putAside(replace?: 'empty') {
      aside += 1;
      run('psql', '--quiet', `--command=alter database ${DATABASE} rename to aside_${aside}`);
      if (replace === 'empty') create();
    },
  };
}
