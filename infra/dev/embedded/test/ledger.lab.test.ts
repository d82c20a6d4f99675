import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeBackup } from '@naughty-list/embedded/backup/make-backup';
import { restoreBackup } from '@naughty-list/embedded/backup/restore-backup';
import { buildCheck, checkLog, hasGo } from '@naughty-list/ledger/test/check-log';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { REPOSITORY } from '../src/repository.ts';
import { World } from './api-world.ts';
import { temporaryStack } from './lasting-stack.ts';
import { query } from './query.ts';
import { lastingFolder } from './temporary-folder.ts';

// What a stranger can check of a site that lives: with Go's own library, over public URLs only.

const { path: folder, remove } = lastingFolder();
let world: World;
let program: string;

// Each attempt has its own log, because a test rewrites it.
beforeEach(async () => {
  if (!hasGo) return;
  [world, program] = await Promise.all([World.start(), buildCheck(folder)]);
});
afterEach(async () => {
  await world?.stop();
});
afterAll(remove);

const textOf = async (path: string, site = world.stack.url) => (await fetch(`${site}${path}`)).text();
const signedSize = async (site?: string) => Number((await textOf('/log/checkpoint', site)).split('\n')[1]);

/** Go's findings about the log. */
const check = async (args: string[] = [], site = world.stack.url) =>
  checkLog(program, `${site}/log`, (await textOf('/log/key', site)).trim(), ...args);

const runCommand = (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(REPOSITORY, 'services/reports/src/log-command.ts'), ...args], {
    env: { ...process.env, DATA_DIR: world.stack.dataDir },
  });
/** Runs `npm run log`; rejects with its output if it finds a problem. */
const runLog = (...args: string[]) => runCommand(...args, '--url', world.stack.url);
const audit = async (site: string) => (await runCommand('audit', site)).stdout;

it.runIf(hasGo)(
  'a stranger checks log, records and proofs of a site that lives, and after its restore',
  async () => {
    const { url } = world.stack;
    const admin = await world.session();
    for (let report = 0; report < 5; report++) await world.report();
    await world.submitNiceReport();
    await world.removal();
    await world.appeal();
    const erased = await world.report();
    await world.json({
      method: 'POST',
      path: '/api/admin/personal-data/erase',
      body: { reportId: erased.id },
      headers: admin,
    });
    const path = `/api/admin/reports/${(await world.report()).id}`;
    expect((await world.call({ method: 'DELETE', path, headers: admin })).status).toBe(204);
    await expect
      .poll(() => check(['--records']))
      .toEqual({
        isRight: true,
        output: expect.stringMatching(
          /records open, withheld: map\[deleted:1 erased:1 private:\d+ removed:1\]/,
        ),
      });
    expect(await audit(url)).toContain('nothing differs');
    const earlier = join(folder, 'earlier');
    writeFileSync(earlier, await textOf('/log/checkpoint'));
    const file = join(folder, 'backup.tar.gz');
    await makeBackup(world.stack.dataDir, file);
    await world.report();
    expect(await check(['--records', earlier])).toMatchObject({ isRight: true });

    const dataDir = join(folder, 'restored');
    await restoreBackup(dataDir, file);
    const restored = await temporaryStack(dataDir, {
      // Go reads each tile anew for each of 2,000 proofs.
      env: { RATE_LIMIT_READS_PER_MINUTE: '100000', CONNECTIONS_PER_CLIENT: '100000' },
    });
    await expect.poll(() => signedSize(restored.url)).toBeGreaterThan(5);
    expect(await check(['--records'], restored.url)).toMatchObject({ isRight: true });
    expect(await textOf('/log/predecessor', restored.url)).toContain(
      'The last checkpoint of the log before it:',
    );
    expect(await audit(restored.url)).toContain('nothing differs');
  },
);

it.runIf(hasGo)('a stranger verifies the whole log of a running site, and finds it rewritten', async () => {
  // The log begins with the epoch of the feeds.
  for (let report = 1; report < 30; report++) await world.report();
  await expect.poll(() => signedSize()).toBe(30);
  const earlier = join(folder, 'earlier');
  writeFileSync(earlier, await textOf('/log/checkpoint'));
  await world.report();
  await expect.poll(() => signedSize()).toBe(31);
  expect(await check([earlier])).toEqual({
    isRight: true,
    output: expect.stringContaining('the first 30 entries are those of an earlier checkpoint'),
  });

  const key = (await runLog('key')).stdout.trim();
  expect((await runLog('verify', '--key', key, '--earlier', earlier)).stdout).toContain('31 entries');
  expect(JSON.parse((await runLog('prove', '30', '--key', key)).stdout)).toMatchObject({
    index: 30,
    entry: expect.stringContaining('"type":"report-published"'),
    proof: expect.arrayContaining([expect.any(String)]),
  });
  await expect(runLog('prove', '31')).rejects.toThrow('the log has entries 0 to 30');

  // An operator with all rights on the database.
  const rewrite = (sql: string) =>
    query(
      world.stack.databaseUrl,
      `alter table reports.ledger_records disable trigger append_only; ${sql}; alter table reports.ledger_records enable trigger append_only`,
    );
  const from = 'from reports.ledger_records where leaf_index = 7';
  await rewrite(`create table kept as select * ${from}; delete ${from}`);
  expect(await check([earlier])).toMatchObject({ isRight: false });
  await rewrite('insert into reports.ledger_records overriding system value select * from kept');
  expect(await check([earlier])).toMatchObject({ isRight: true });
  const latest = join(folder, 'latest');
  writeFileSync(latest, await textOf('/log/checkpoint'));
  await rewrite(
    `delete from reports.ledger_records where leaf_index = 30;
     update reports.ledger_tiles set hashes = substr(hashes, 1, 30 * 32);
     update reports.ledger_head set size = 30, checkpoint = '${readFileSync(earlier, 'utf8')}'`,
  );
  await world.report();
  const fault = async () =>
    JSON.stringify(await query(world.stack.databaseUrl, 'select fault from reports.ledger_head'));
  await expect.poll(fault).toContain('the log was rolled back');
  expect(await signedSize()).toBe(30);
  // The writer's memory ends with its process.
  await world.stack.services.reports.restart();
  await expect.poll(() => signedSize(), { timeout: 30_000 }).toBe(31);
  // Consistent in itself; only the latest checkpoint reveals it.
  expect(await check()).toMatchObject({ isRight: true });
  expect(await check([latest])).toEqual({
    isRight: false,
    output: expect.stringContaining('the log was rewritten'),
  });
  await expect(runLog('verify', '--key', key, '--earlier', latest)).rejects.toThrow('the log was rewritten');

  // A lost key: the operator has the next log state what the tables have.
  const { reports } = world.stack.services;
  const restate = () => runLog('restate', '--database', world.stack.databaseUrl);
  await expect(restate()).rejects.toThrow("this log's key can still be read");
  await query(world.stack.databaseUrl, `update reports.ledger_head set encrypted_key = 'lost'`);
  await world.report();
  await expect.poll(fault).toContain('INTERNAL_SECRET');
  await restate();
  await reports.restart();
  await expect.poll(() => signedSize(), { timeout: 30_000 }).toBe(33);
  expect((await runLog('key')).stdout).not.toContain(key);
  expect(await check()).toMatchObject({ isRight: true });
});
