import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { backUpIfDue, makeBackup } from '@naughty-list/embedded/backup/make-backup';
import { moveHere, moveToServers } from '@naughty-list/embedded/backup/move';
import { drillRestore, restoreBackup } from '@naughty-list/embedded/backup/restore-backup';
import { startPostgres } from '@naughty-list/embedded/postgres';
import type { Stack } from '@naughty-list/embedded/stack';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryStack, webRoot } from './lasting-stack.ts';
import { query } from './query.ts';
import { burn, get, listedIds, post, submitReport } from './removal-flow.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Permissions of a file observed during some work. */
async function modesWhile(file: string, work: Promise<void>): Promise<Set<number>> {
  const modes = new Set<number>();
  let isOver = false;
  const ended = work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found) modes.add(found.mode & 0o777);
    await setImmediate();
  }
  await ended;
  return modes;
}

it('backs up a stack that is being written to; what it held by then is there again, and the stack goes on', async () => {
  const stack = await temporaryStack(temporaryFolder());
  const kept = await submitReport(stack);
  let isWriting = true;
  const writing = (async () => {
    for (let n = 0; isWriting; n += 1000) {
      await query(
        stack.databaseUrl,
        `insert into analytics.daily_visits select 'page', '2020-01-01', 'page ' || n, n from generate_series(${n}, ${n + 999}) n`,
      );
    }
  })();
  const file = join(temporaryFolder(), 'backup.tar.gz');
  const modes = await modesWhile(`${file}.new`, makeBackup(stack.dataDir, file));
  isWriting = false;
  await writing;
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect([...modes]).toEqual([0o600]);
  const later = await submitReport(stack);
  await stack.stop();

  const dataDir = join(temporaryFolder(), 'restored');
  await restoreBackup(dataDir, file);
  const restored = await temporaryStack(dataDir);
  const listed = (await get(restored, '/api/scammer-reports')) as { username: string }[];
  expect(listed.map(({ username }) => username)).toEqual([kept.username]);
  expect(listed).not.toContainEqual(expect.objectContaining({ username: later.username }));
  const [after] = (await query(
    restored.databaseUrl,
    "select count(*)::int as rows, coalesce(sum(visits), 0)::text as sum from analytics.daily_visits where name ~ '^page'",
  )) as { rows: number; sum: string }[];
  // Only complete statements: n rows of 0 … n - 1.
  expect(BigInt(after?.sum ?? 0)).toBe((BigInt(after?.rows ?? 0) * BigInt((after?.rows ?? 0) - 1)) / 2n);

  const txHash = await burn(restored, kept.uniqueBurnAddress);
  const removal = await post(restored, `/api/scammer-reports/${kept.id}/remove-by-burn`, { txHash });
  expect([200, 202]).toContain(removal.status);
  await expect.poll(() => listedIds(restored)).toEqual([]);
  expect(await query(restored.databaseUrl, 'select restored_at from chain.state')).toEqual([
    { restored_at: expect.any(Date) },
  ]);
  // A burn for a lost report names its number, which must not be reused.
  expect((await submitReport(restored)).id).toBeGreaterThan(later.id + 1_000);
});

it('backs up a stack that is stopped, too', async () => {
  const stack = await temporaryStack(temporaryFolder());
  await submitReport(stack);
  await stack.stop();
  const file = join(temporaryFolder(), 'backup.tar.gz');
  await makeBackup(stack.dataDir, file);
  const dataDir = join(temporaryFolder(), 'restored');
  await restoreBackup(dataDir, file);
  expect(await get(await temporaryStack(dataDir), '/api/scammer-reports')).toHaveLength(1);
});

it('tries a backup beside the live stack, says what has been written since, and leaves nothing', async () => {
  const stack = await temporaryStack(temporaryFolder());
  await submitReport(stack);
  const file = join(temporaryFolder(), 'backup.tar.gz');
  await expect.poll(() => signedSize(stack)).toBeGreaterThan(0);
  await makeBackup(stack.dataDir, file);
  await submitReport(stack);
  const lines: string[] = [];
  const drills = () => readdirSync(tmpdir()).filter((name) => name.startsWith('naughty-list-drill-'));
  const before = drills();
  await drillRestore(stack.dataDir, file, { print: (line) => lines.push(line), webRoot: webRoot() });
  expect(lines.join('\n')).toMatch(/every table holds the rows it had, and the log the signed root/);
  expect(lines.join('\n')).toMatch(/The log \S+ has \d+ entries and the root that it signed/);
  expect(lines.join('\n')).toMatch(/Written since the backup: .*reports\.scammer_reports \+1/);
  expect(drills()).toEqual(before);
  expect(await get(stack, '/api/scammer-reports')).toHaveLength(2);
});

it('backs up once a day, hands the file on, keeps the newest, and tells the age only of what was handed on', async () => {
  const stack = await temporaryStack(temporaryFolder());
  const made = async () => (await query(stack.databaseUrl, 'select made_at from gateway.backups')).length;
  const away = join(temporaryFolder(), 'away');
  const folder = join(stack.dataDir, 'backups');
  const at = (day: number) => new Date(Date.UTC(2026, 11, day, 2, 30));
  await expect(backUpIfDue(stack.dataDir, { command: 'exit 3', now: at(1) })).rejects.toThrow(/exit 3/);
  expect(await made()).toBe(0);
  const command = `cp "$FILE" ${away}`;
  for (let day = 1; day <= 17; day++)
    writeFileSync(join(folder, `naughty-list-202611${10 + day}T023000Z.tar.gz`), '');
  await backUpIfDue(stack.dataDir, { command, now: at(3) });
  await backUpIfDue(stack.dataDir, { command, now: new Date(at(3).getTime() + 3_600_000) });
  expect(await made()).toBe(1);
  expect(statSync(away).size).toBe(statSync(join(folder, 'naughty-list-20261203T023000Z.tar.gz')).size);
  expect(readdirSync(folder)).toHaveLength(14);
});

const debian = '/usr/lib/postgresql/15/bin';

/** PostgreSQL of Debian 12 with an empty database, beside the embedded one of a later version. */
function startDebians(): string {
  const folder = temporaryFolder();
  chmodSync(folder, 0o777);
  const asPostgres = (program: string, ...args: string[]) =>
    execFileSync(
      process.getuid?.() === 0 ? 'runuser' : join(debian, program),
      process.getuid?.() === 0 ? ['-u', 'postgres', '--', join(debian, program), ...args] : args,
      { cwd: '/', stdio: 'ignore' },
    );
  const cluster = join(folder, 'cluster');
  const port = 20_000 + (process.pid % 10_000);
  asPostgres(
    'initdb',
    `--pgdata=${cluster}`,
    '--username=elf',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
  );
  const options = `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
  asPostgres(
    'pg_ctl',
    `--pgdata=${cluster}`,
    '--wait',
    `--options=${options}`,
    `--log=${folder}/log`,
    'start',
  );
  onTestFinished(() => void asPostgres('pg_ctl', `--pgdata=${cluster}`, '--mode=immediate', 'stop'));
  return `postgres://elf@127.0.0.1:${port}`;
}

const signedSize = async (stack: Stack) =>
  Number((await (await fetch(`${stack.url}/log/checkpoint`)).text()).split('\n')[1]);

it.runIf(existsSync(debian))(
  "moves to Debian's PostgreSQL 15 and back: rows, log, numbers and jobs",
  async () => {
    const dataDir = temporaryFolder();
    const first = await temporaryStack(dataDir);
    const { id } = await submitReport(first);
    await expect.poll(() => signedSize(first)).toBeGreaterThan(0);
    const size = await signedSize(first);
    const key = await (await fetch(`${first.url}/log/key`)).text();
    const server = startDebians();
    await query(`${server}/postgres`, 'create database moved');
    const to = `${server}/moved`;
    await expect(moveToServers(dataDir, to)).rejects.toThrow(/stop it first/);
    await first.stop();

    const moved = await moveToServers(dataDir, to);
    expect(moved.manifest.log?.size).toBeGreaterThanOrEqual(size);
    await expect(moveToServers(dataDir, to)).rejects.toThrow(/already has the schema/);
    await expect(temporaryStack(dataDir)).rejects.toThrow(
      /was moved to 127\.0\.0\.1:\d+\/moved: set DATABASE_URL/,
    );
    const there = await temporaryStack(dataDir, { databaseUrl: to });
    expect((await submitReport(there)).id).toBe(id + 1);
    await expect.poll(() => signedSize(there)).toBeGreaterThan(size);
    expect(await (await fetch(`${there.url}/log/key`)).text()).toBe(key);
    expect(await query(to, 'select restored_at from chain.state')).toEqual([{ restored_at: null }]);
    const home = join(temporaryFolder(), 'home');
    await expect(moveHere(home, to)).rejects.toThrow(/connections still use .*: stop every service first/);
    await there.stop();

    expect((await moveHere(home, to)).manifest.log?.size).toBeGreaterThan(size);
    copyFileSync(join(dataDir, 'internal-secret'), join(home, 'internal-secret'));
    const back = await temporaryStack(home);
    expect((await submitReport(back)).id).toBe(id + 2);
    await expect.poll(() => signedSize(back)).toBeGreaterThan(size + 1);
    expect(await (await fetch(`${back.url}/log/key`)).text()).toBe(key);
  },
);

it('restores into the PostgreSQL that DATABASE_URL names', async () => {
  const stack = await temporaryStack(temporaryFolder());
  await submitReport(stack);
  const file = join(temporaryFolder(), 'backup.tar.gz');
  await makeBackup(stack.dataDir, file);
  await stack.stop();
  const server = await startPostgres({ dataDir: temporaryFolder(), fsync: false });
  onTestFinished(() => server.stop());
  const dataDir = join(temporaryFolder(), 'restored');
  await restoreBackup(dataDir, file, server.url);
  expect(
    await get(await temporaryStack(dataDir, { databaseUrl: server.url }), '/api/scammer-reports'),
  ).toHaveLength(1);
});

it('says what is wrong in one line, and touches nothing', async () => {
  const folder = temporaryFolder();
  await expect(makeBackup(folder, join(folder, 'file'))).rejects.toThrow(/^There is no data in /);
  writeFileSync(join(folder, 'letter.txt'), 'Dear Santa');
  await expect(restoreBackup(folder, 'any')).rejects.toThrow(/is not empty: move it away/);
  await expect(restoreBackup(join(folder, 'new'), join(folder, 'none'))).rejects.toThrow(
    /^There is no file /,
  );
  await expect(restoreBackup(join(folder, 'new'), join(folder, 'letter.txt'))).rejects.toThrow(
    /letter\.txt is not a backup of the Naughty List, or it is damaged/,
  );
});
