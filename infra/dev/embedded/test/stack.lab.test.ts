import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeBackup } from '@naughty-list/embedded/backup/make-backup';
import * as ports from '@naughty-list/embedded/ports';
import { startPostgres } from '@naughty-list/embedded/postgres';
import type { SeparateStack } from '@naughty-list/embedded/stack';
import { expect, it, onTestFinished, vi } from 'vitest';
import { temporaryStack, webRoot } from './lasting-stack.ts';
import { query } from './query.ts';
import { listedIds, submitReport } from './removal-flow.ts';
import { StartedProgram, SUPERVISED, stillThere } from './started-program.ts';
import { temporaryFolder } from './temporary-folder.ts';

vi.mock('@naughty-list/embedded/ports', { spy: true });

/** A process that starts a stack in a new folder. */
const startProgram = (env: Record<string, string> = {}, main?: string) =>
  new StartedProgram({ DATA_DIR: temporaryFolder(), PORT: '0', WEB_ROOT: webRoot(), ...env }, main);

async function statusOf(url: string): Promise<number> {
  const answer = await fetch(url);
  await answer.body?.cancel();
  return answer.status;
}

const parts = (stack: SeparateStack) => [...Object.values(stack.services), stack.chain, stack.postgres];

it('serves the page and every service from one process, and finds its data, its chain and its secrets again', async () => {
  const dataDir = temporaryFolder();
  const first = await temporaryStack(dataDir);
  for (const path of ['/', '/health/live', '/api/scammer-reports', '/api/hit-counter', '/api/token-config']) {
    expect([path, await statusOf(`${first.url}${path}`)]).toEqual([path, 200]);
  }
  await query(first.databaseUrl, "create table toys as select 'train' as name");
  const kept = () =>
    ['internal-secret', 'session-secret', 'local-chain/addresses.json'].map((name) =>
      readFileSync(join(dataDir, name), 'utf8'),
    );
  const before = kept();
  for (const name of ['internal-secret', 'session-secret', 'postgres-password']) {
    expect([name, statSync(join(dataDir, name)).mode & 0o777]).toEqual([name, 0o600]);
  }
  await first.stop();
  await expect(fetch(first.url)).rejects.toThrow();
  await expect(query(first.databaseUrl, 'select 1')).rejects.toThrow();

  const second = await temporaryStack(dataDir);
  expect(await query(second.databaseUrl, 'select name from toys')).toEqual([{ name: 'train' }]);
  expect(kept()).toEqual(before);
});

it('starts with other ports when one was taken after it was found free', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const choose = vi.spyOn(ports, 'freePorts');
  onTestFinished(() => choose.mockRestore());
  choose.mockImplementationOnce(async (count) => [port, ...(await ports.freePorts(count - 1))]);
  const dataDir = temporaryFolder();
  const stack = await temporaryStack(dataDir, { separate: true });
  expect(await statusOf(`${stack.url}/health/ready`)).toBe(200);
  expect(readFileSync(join(dataDir, 'logs', 'reports.log'), 'utf8')).toContain(
    `Port ${port} on 127.0.0.1 is taken`,
  );
});

it('restarts each killed part, and logs one line', async () => {
  const lines: string[] = [];
  const stack = await temporaryStack(temporaryFolder(), { separate: true, log: (line) => lines.push(line) });
  for (const part of parts(stack)) {
    const { pid } = part;
    await part.kill('SIGKILL');
    await part.ready();
    expect(part.pid).not.toBe(pid);
    expect(lines).toEqual([`${part.name} ended unexpectedly (SIGKILL), starting it again`]);
    lines.length = 0;
  }
  await expect.poll(() => statusOf(`${stack.url}/api/scammer-reports`)).toBe(200);
});

it('leaves a killed part down on request, until it is started by hand', async () => {
  const stack = await temporaryStack(temporaryFolder(), { separate: true });
  stack.control.autoRestart = false;
  await stack.services.reports.kill('SIGKILL');
  expect(stack.services.reports.pid).toBeUndefined();
  expect(await statusOf(`${stack.url}/api/scammer-reports`)).toBe(503);
  expect(await statusOf(`${stack.url}/api/hit-counter`)).toBe(200);
  await stack.services.reports.restart();
  await expect.poll(() => statusOf(`${stack.url}/api/scammer-reports`)).toBe(200);
});

it('cancels the start on request, and leaves nothing behind', async () => {
  const dataDir = temporaryFolder();
  const program = startProgram({ DATA_DIR: dataDir });
  // Stopped as soon as there is a process that could be left behind.
  await expect.poll(() => program.descendants().length).toBeGreaterThan(0);
  const pids = program.descendants();
  program.kill('SIGTERM');
  expect(await program.ended()).toBe(0);
  expect(existsSync(join(dataDir, 'lock'))).toBe(false);
  expect(await stillThere(pids)).toEqual([]);
});

it.each(['SIGINT', 'SIGTERM'] as const)('leaves no process behind on %s', async (signal) => {
  const program = startProgram();
  const url = await program.ready();
  const pids = program.descendants();
  program.kill(signal);
  // npm forwards the signal that the terminal has already sent to all processes.
  program.kill(signal);
  expect(await program.ended()).toBe(0);
  expect(await stillThere(pids)).toEqual([]);
  await expect(fetch(url)).rejects.toThrow();
  expect(program.output).toMatch(/^READY http:\/\/127\.0\.0\.1:\d+\nStopping …\n$/m);
});

it('leaves no process behind when the parent is killed, and the next start finds everything', async () => {
  const dataDir = temporaryFolder();
  const program = startProgram({ DATA_DIR: dataDir });
  await program.ready();
  const pids = program.descendants();
  program.kill('SIGKILL');
  await program.ended();
  expect(await stillThere(pids)).toEqual([]);
  const stack = await temporaryStack(dataDir);
  expect(await statusOf(`${stack.url}/api/token-config`)).toBe(200);
});

it('starts again when its one process is killed, and keeps what was committed', async () => {
  const program = startProgram({}, SUPERVISED);
  const url = await program.ready();
  const report = await submitReport({ url });
  const [stack = 0] = program.children();
  process.kill(stack, 'SIGKILL');
  const names = () =>
    fetch(`${url}/api/scammer-reports`).then(
      async (answer) => (answer.ok ? ((await answer.json()) as { id: string }[]).map(({ id }) => id) : []),
      () => [],
    );
  await expect.poll(names).toEqual([report.id]);
  expect(program.output).toContain('The stack ended unexpectedly (SIGKILL), starting it again');
  program.kill('SIGTERM');
  expect(await program.ended()).toBe(0);
});

it('kills its one process when it hangs, and starts it again', async () => {
  const program = startProgram({}, SUPERVISED);
  const url = await program.ready();
  const [stack = 0] = program.children();
  process.kill(stack, 'SIGSTOP');
  await expect
    .poll(() => program.output)
    .toContain('The stack ended unexpectedly (SIGKILL), starting it again');
  await expect.poll(() => statusOf(`${url}/api/scammer-reports`).catch(() => 0)).toBe(200);
});

it('heals when everything was killed at once', async () => {
  const dataDir = temporaryFolder();
  const program = startProgram({ DATA_DIR: dataDir });
  await program.ready();
  for (const pid of [program.pid, ...program.descendants()]) process.kill(pid, 'SIGKILL');
  await program.ended();
  // Any free port: the first one may be taken by now.
  const again = startProgram({ DATA_DIR: dataDir });
  expect(await statusOf(`${await again.ready()}/api/scammer-reports`)).toBe(200);
});

it('runs on the database that DATABASE_URL names, starts none of its own, and backs it up', async () => {
  const server = await startPostgres({ dataDir: temporaryFolder(), fsync: false });
  onTestFinished(() => server.stop());
  await query(server.url, 'create database of_the_operator');
  const databaseUrl = new URL(server.url);
  databaseUrl.pathname = '/of_the_operator';
  const dataDir = temporaryFolder();
  const stack = await temporaryStack(dataDir, { databaseUrl: databaseUrl.href });
  const { id } = await submitReport(stack);
  expect(await listedIds(stack)).toEqual([id]);
  expect(await query(databaseUrl.href, 'select id from reports.scammer_reports')).toEqual([{ id }]);
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  const file = join(temporaryFolder(), 'backup');
  await makeBackup(dataDir, file);
  expect(existsSync(file)).toBe(true);
  await stack.stop();
  expect(await query(databaseUrl.href, 'select id from reports.scammer_reports')).toEqual([{ id }]);
});

const COMMAND = fileURLToPath(new URL('../../../../services/gateway/src/admin-command.ts', import.meta.url));

const logIn = async (url: string, username: string, password: string): Promise<number> => {
  const answer = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  await answer.body?.cancel();
  return answer.status;
};

it('shows the password of the first admin once, at the terminal alone', async () => {
  const dataDir = temporaryFolder();
  const first = startProgram({ DATA_DIR: dataDir });
  const url = await first.ready();
  const [, password = ''] = /^First admin: {2}admin, password (\w{20}) /m.exec(first.output) ?? [];
  expect(await logIn(url, 'admin', password)).toBe(200);
  expect(await logIn(url, 'admin', 'another password')).toBe(401);
  // The separate command finds the same database.
  expect(
    execFileSync(process.execPath, [COMMAND, 'list'], { env: { DATA_DIR: dataDir }, encoding: 'utf8' }),
  ).toMatch(/^admin {2}admin +created /);
  first.kill('SIGTERM');
  await first.ended();
  expect(filesWith(password, dataDir)).toEqual([]);

  const second = startProgram({ DATA_DIR: dataDir });
  const again = await second.ready();
  expect(second.output).not.toContain('First admin');
  expect(await logIn(again, 'admin', password)).toBe(200);
});

it('takes the first admin from the settings, and shows none', async () => {
  const program = startProgram({ ADMIN_USERNAME: 'santa', ADMIN_PASSWORD: 'correct horse battery' });
  const url = await program.ready();
  expect(program.output).not.toMatch(/First admin|correct horse/);
  expect(await logIn(url, 'santa', 'correct horse battery')).toBe(200);
});

/** Files under a folder that contain a text. */
function filesWith(text: string, folder: string): string[] {
  try {
    return execFileSync('grep', ['-rlF', text, folder], { encoding: 'utf8' }).trim().split('\n');
  } catch {
    return [];
  }
}
