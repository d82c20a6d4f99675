import { type SeparateStack, startStack } from '@naughty-list/embedded/stack';
import { webRoot } from '@naughty-list/embedded/test/lasting-stack';
import { hitsOf, openPage } from '@naughty-list/embedded/test/page-loads';
import { effectsOf, get, ONCE } from '@naughty-list/embedded/test/removal-flow';
import { folderOn, mountSmallDisk } from '@naughty-list/embedded/test/small-disk';
import { lastingFolder } from '@naughty-list/embedded/test/temporary-folder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession } from './server-session.ts';
import {
  call,
  callEverything,
  healthOf,
  newReport,
  POLLING,
  prepareUsers,
  settings,
  type Users,
} from './users.ts';

const DISK_MB = 260;

const disk = mountSmallDisk(DISK_MB);
if (!disk) console.log('no small disk can be mounted here: the test of a full disk is passed over');

// All data is stored on it: the database, visits, the chain, and every log.
describe.runIf(disk)('a full disk', () => {
  let stack: SeparateStack;
  let users: Users;
  const output: string[] = [];
  const web = lastingFolder();

  beforeAll(async () => {
    if (!disk) return;
    stack = await startStack({
      separate: true,
      dataDir: folderOn(disk),
      host: '127.0.0.1',
      port: 0,
      env: { ...settings, WEB_ROOT: webRoot(web.path) },
      log: (line) => output.push(line),
    });
    users = await prepareUsers(stack);
  });
  afterAll(async () => {
    disk?.makeRoom();
    await stack?.stop();
    web.remove();
    disk?.remove();
  });

  const accepted: string[] = [];
  /** Submits a report; returns the status and records accepted usernames. */
  async function report(): Promise<number> {
    const person = newReport();
    const { status } = await call(stack, 'POST', '/api/scammer-reports', { body: person });
    if (status === 201) accepted.push(person.username);
    return status;
  }
  const listed = async () =>
    ((await get(stack, '/api/scammer-reports?limit=1000&offset=0')) as { username: string }[]).map(
      ({ username }) => username,
    );
  const pids = () => Object.entries(stack.services).map(([name, { pid }]) => [name, pid]);

  it('asks to come again where something would be written, keeps every process and all that was accepted, and goes on with room', async () => {
    if (!disk) return;
    const before = pids();
    const hitsBefore = await hitsOf(stack);
    await report();
    disk.fill();
    // Writes into already allocated space succeed until it is used up.
    await expect.poll(report, POLLING).toBe(503);
    await callEverything(stack, users);
    for (let page = 0; page < 30; page += 1) await openPage(stack.url);

    // Now PostgreSQL cannot extend its WAL either, and stops.
    const session = await openSession(stack.databaseUrl);
    await expect
      .poll(async () => {
        disk.fill();
        await session.query('select pg_switch_wal()').catch(() => undefined);
        await report();
        return stack.postgres.pid;
      }, POLLING)
      .toBeUndefined();
    const answers = await callEverything(stack, users);
    expect(answers).toMatchObject({ page: 200, report: 503, claim: 503, login: 503 });
    expect(await healthOf(stack)).toMatchObject({ database: 'failed' });
    for (let page = 0; page < 30; page += 1) await openPage(stack.url);
    expect(pids()).toEqual(before);

    disk.makeRoom();
    await expect.poll(report, POLLING).toBe(201);
    await expect.poll(async () => Object.values(await healthOf(stack)), POLLING).not.toContain('degraded');
    await expect.poll(async () => (await callEverything(stack, users)).claim, POLLING).toBeLessThan(300);
    await expect.poll(() => effectsOf(stack, users.signature).catch(String), POLLING).toEqual(ONCE);
    const names = await listed();
    expect(accepted.filter((name) => !names.includes(name))).toEqual([]);
    await expect.poll(() => hitsOf(stack), POLLING).toBe(hitsBefore + 60);
    expect(pids()).toEqual(before);
    expect(
      output.filter((line) => /ended unexpectedly/.test(line) && !line.startsWith('PostgreSQL')),
    ).toEqual([]);
  });
});
