import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '@naughty-list/embedded/postgres';
import { settleHome } from '@naughty-list/embedded/postgres-home';
import { isAlive, waitUntilGone } from '@naughty-list/embedded/processes';
import { expect, it, onTestFinished } from 'vitest';
import { query } from './query.ts';
import { temporaryFolder } from './temporary-folder.ts';

async function start(dataDir: string) {
  const postgres = await startPostgres({ dataDir, fsync: false });
  onTestFinished(() => postgres.stop());
  return postgres;
}

/** A process that starts PostgreSQL, prints that it is ready, and waits to be killed. */
function startInChild(dataDir: string) {
  const script = `
    const { startPostgres } = await import(${JSON.stringify(import.meta.resolve('@naughty-list/embedded/postgres'))});
    const { url, pid } = await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, fsync: false });
    console.log(JSON.stringify({ url, pid }));
    setInterval(() => {}, 1_000);`;
  const options = ['--input-type=module', '--eval', script];
  const child = spawn(process.execPath, options, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

it('speaks UTF-8 with the same order everywhere, asks for a password, and keeps commits', async () => {
  const dataDir = temporaryFolder();
  const { url } = await startPostgres({ dataDir }).then((postgres) => {
    onTestFinished(() => postgres.stop());
    return postgres;
  });
  const [settings] = await query(
    url,
    `select current_setting('server_encoding') as encoding, current_setting('max_connections') as connections,
       current_setting('synchronous_commit') as commit, current_setting('fsync') as fsync,
       current_setting('listen_addresses') as address, lower('ÄÉ') as lower, 'Z' < 'a' as c_order`,
  );
  expect(settings).toEqual({
    encoding: 'UTF8',
    connections: '200',
    commit: 'on',
    fsync: 'on',
    address: '127.0.0.1',
    lower: 'äé',
    c_order: true,
  });
  expect(statSync(join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600);
  const wrong = new URL(url);
  wrong.password = 'wrong';
  await expect(query(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/);
});

it('goes when the process that started it is killed, and comes back', async () => {
  const dataDir = temporaryFolder();
  const child = startInChild(dataDir);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { pid, url } = JSON.parse(line.toString()) as { pid: number; url: string };
  await query(url, 'create table toys (name text)');
  child.kill('SIGKILL');
  await once(child, 'exit');
  // At once, while the old server is still stopping.
  const second = await start(dataDir);
  expect(isAlive(pid)).toBe(false);
  expect(await query(second.url, 'select * from toys')).toEqual([]);
});

it('ends by itself when its starter is killed and not restarted', async () => {
  const child = startInChild(temporaryFolder());
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { pid } = JSON.parse(line.toString()) as { pid: number };
  child.kill('SIGKILL');
  expect(await waitUntilGone(pid, 20_000)).toBe(true);
});

it('makes a whole database when the first start was killed at any moment', async () => {
  for (const delayMs of [150, 400, 700]) {
    const dataDir = temporaryFolder();
    const child = startInChild(dataDir);
    await sleep(delayMs);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const postgres = await start(dataDir);
    expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await postgres.stop();
    const drafts = readdirSync(settleHome(dataDir).folder).filter((name) => name.startsWith('draft-'));
    expect(drafts).toEqual([]);
  }
});

it("clears a stale postmaster.pid and leaves the process alone that has the old server's number", async () => {
  const dataDir = temporaryFolder();
  const first = await start(dataDir);
  await first.stop();
  const { cluster } = settleHome(dataDir);
  const lines = [process.pid, cluster, 1_700_000_000, first.port, '', '127.0.0.1', '123 456', 'ready'];
  writeFileSync(join(cluster, 'postmaster.pid'), `${lines.join('\n')}\n`);
  const second = await start(dataDir);
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

it('names a port that is taken', async () => {
  const { port } = await start(temporaryFolder());
  await expect(startPostgres({ dataDir: temporaryFolder(), port })).rejects.toThrow(
    `PostgreSQL's port ${port} on 127.0.0.1 is taken`,
  );
});

it('works in a folder private to its owner, keeps its permissions, and starts afresh when it is deleted', async () => {
  const parent = temporaryFolder(0o700);
  const dataDir = join(parent, 'data');
  const first = await start(dataDir);
  await query(first.url, 'create table toys (name text)');
  await first.stop();
  const second = await start(dataDir);
  expect(await query(second.url, 'select * from toys')).toEqual([]);
  await second.stop();
  expect(statSync(parent).mode & 0o777).toBe(0o700);

  const record = join(dataDir, 'postgres-folder');
  const folder = existsSync(record) ? readFileSync(record, 'utf8').trim() : undefined;
  if (folder) onTestFinished(() => rmSync(folder, { recursive: true }));
  rmSync(dataDir, { recursive: true });
  const third = await start(dataDir);
  expect(await query(third.url, "select to_regclass('toys') as toys")).toEqual([{ toys: null }]);
  await third.stop();
  const laterFolder = settleHome(dataDir).folder;
  onTestFinished(() => rmSync(laterFolder, { recursive: true, force: true }));
});
