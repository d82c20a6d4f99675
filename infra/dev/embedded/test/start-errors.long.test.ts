import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { startPostgres } from '@naughty-list/embedded/postgres';
import { launchNode } from '@naughty-list/embedded/processes';
import { startFailure } from '@naughty-list/embedded/terminal';
import { takeLock } from '@naughty-list/local-chain/files';
import { expect, it, onTestFinished } from 'vitest';
import { webRoot } from './lasting-stack.ts';
import { folderOn, mountSmallDisk } from './small-disk.ts';
import { StartedProgram } from './started-program.ts';
import { temporaryFolder } from './temporary-folder.ts';

async function expectOneLine(env: Record<string, string>, line: string | RegExp): Promise<void> {
  const program = new StartedProgram({
    DATA_DIR: temporaryFolder(),
    WEB_ROOT: webRoot(),
    PORT: '0',
    ...env,
  });
  expect(await program.ended()).toBe(1);
  expect(program.output).toMatch(line);
  expect(program.output.trimEnd().split('\n')).toHaveLength(1);
}

async function takenPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

it('names a port that is taken, and how to choose another', async () => {
  const port = await takenPort();
  await expectOneLine(
    { PORT: String(port) },
    `Port ${port} on 127.0.0.1 is taken: stop what uses it, or choose another, e.g. PORT=${port + 1} npm start`,
  );
});

it.each<[string, Record<string, string>, string | RegExp]>([
  ['a PORT that is none', { PORT: 'eighty' }, 'PORT=eighty is not a port'],
  [
    'a HOST that is not of this machine',
    { HOST: '203.0.113.7', PORT: '8080' },
    'HOST=203.0.113.7 is not an address of this machine',
  ],
  [
    'a data folder that cannot be made, instead of hanging',
    { DATA_DIR: '/proc/naughty-list/data' },
    'The data folder /proc/naughty-list/data cannot be written (ENOENT)',
  ],
  [
    'a real chain with the mint of the local one',
    { SOLANA_RPC_URLS: 'https://rpc.example.org', SOLANA_CLUSTER: 'devnet' },
    /^SOLANA_RPC_URLS names a chain other than the local one: set LIST_MINT_ADDRESS, BURN_WALLET_ADDRESS/,
  ],
  [
    'a DATABASE_URL that cannot be used, without its password',
    { DATABASE_URL: `postgres://elf:s3cret@${'127.0.0.1:9'}/workshop` },
    /^DATABASE_URL \(127\.0\.0\.1:9\/workshop\) cannot be used: .*ECONNREFUSED/,
  ],
  [
    'the part that did not start, why, and where to read more',
    { RATE_LIMIT_READS_PER_MINUTE: 'many' },
    /^gateway did not start: Configuration: RATE_LIMIT_READS_PER_MINUTE .*naughty-list\.log\)$/m,
  ],
])('refuses in one line, and names, %s', async (_what, env, line) => {
  await expectOneLine(env, line);
});

it('names a data folder that cannot be written', async () => {
  const file = join(temporaryFolder(), 'a-file');
  writeFileSync(file, '');
  const dataDir = join(file, 'data');
  await expectOneLine({ DATA_DIR: dataDir }, `The data folder ${dataDir} cannot be written (ENOTDIR)`);
});

it('names, in one line, a backup that cannot be written or read', async () => {
  const folder = temporaryFolder();
  const run = (...args: string[]) =>
    new Promise<string>((resolve) => {
      const main = fileURLToPath(new URL('../src/backup/main.ts', import.meta.url));
      const env = { ...process.env, DATA_DIR: join(folder, 'data') };
      execFile(process.execPath, [main, ...args], { env }, (_error, _stdout, text) => resolve(text));
    });
  expect(await run('backup', '/proc/naughty-list/file')).toBe(
    '/proc/naughty-list/file.parts cannot be used (ENOENT): there is no such folder\n',
  );
  const damaged = join(folder, 'damaged');
  writeFileSync(damaged, gzipSync(Buffer.alloc(5_000)).subarray(0, 20));
  expect(await run('restore', damaged)).toMatch(
    /damaged is not a backup of the Naughty List, or it is damaged \(.*\)\n$/,
  );
  expect(existsSync(join(folder, 'data'))).toBe(false);
});

it('refuses a second start on the same data folder and names the process', async () => {
  const dataDir = temporaryFolder();
  const release = takeLock(join(dataDir, 'lock'));
  await expectOneLine(
    { DATA_DIR: dataDir },
    `The data folder ${dataDir} is in use by process ${process.pid}`,
  );
  release();
});

it('refuses a database of another PostgreSQL version and leaves it as it is', async () => {
  const dataDir = temporaryFolder();
  const cluster = join(dataDir, 'postgres', 'cluster');
  mkdirSync(cluster, { recursive: true });
  writeFileSync(join(cluster, 'PG_VERSION'), '17\n');
  await expectOneLine({ DATA_DIR: dataDir }, `The database in ${cluster} was made by PostgreSQL 17`);
  expect(readdirSync(cluster)).toEqual(['PG_VERSION']);
});

it('says so when the password file was lost, and leaves the database as it is', async () => {
  const dataDir = temporaryFolder();
  const { stop } = await startPostgres({ dataDir, fsync: false });
  await stop();
  rmSync(join(dataDir, 'postgres-password'));
  await expectOneLine(
    { DATA_DIR: dataDir },
    'The password in postgres-password is not the one of the database',
  );
});

it('says in one line that the disk is full at the first start', async ({ skip }) => {
  const disk = mountSmallDisk(20);
  if (!disk) return skip('this account may not mount a small disk');
  onTestFinished(() => disk.remove());
  await expectOneLine({ DATA_DIR: folderOn(disk) }, /^The disk of \S+ is full: make room/);
});

it('says so, too, when a service finds no room to log it', async ({ skip }) => {
  const disk = mountSmallDisk(1);
  if (!disk) return skip('this account may not mount a small disk');
  onTestFinished(() => disk.remove());
  const entry = join(temporaryFolder(), 'service.mjs');
  writeFileSync(entry, `throw new Error('no space')`);
  const launched = launchNode(
    {
      name: 'service',
      entry,
      env: {},
      logFile: join(disk.path, 'service.log'),
      isReady: async () => {
        disk.fill();
        return false;
      },
    },
    new AbortController().signal,
  );
  const error = await launched.catch((fault: unknown) => fault);
  expect(startFailure(error, disk.path)).toMatch(/^The disk of \S+ is full/);
});

it('reports a Node version that is too old in one line', async () => {
  const bootstrap = fileURLToPath(new URL('../../bootstrap.mjs', import.meta.url));
  const pretend =
    "data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'18.19.1'}})";
  const { code, stderr } = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
    execFile(process.execPath, ['--import', pretend, bootstrap, 'start'], (error, _stdout, text) =>
      resolve({ code: error?.code, stderr: text }),
    );
  });
  expect(code).toBe(1);
  expect(stderr).toBe('Node 18.19.1 is too old: the Naughty List needs Node 20 or newer\n');
  const { engines } = JSON.parse(
    readFileSync(fileURLToPath(new URL('../../../../package.json', import.meta.url)), 'utf8'),
  );
  expect(engines.node).toBe('>=20');
});
