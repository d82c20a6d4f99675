import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildCheck, checkLog, hasGo } from '@naughty-list/ledger/test/check-log';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { REPOSITORY } from '../src/repository.ts';
import { World } from './api-world.ts';
import { query } from './query.ts';

// Verifies the log of the running product like an outsider: with Go's own library, over public URLs only.

const folder = mkdtempSync(join(tmpdir(), 'naughty-list-ledger-'));
let world: World;
let program: string;

// Each attempt has its own log, because the test rewrites it.
beforeEach(async () => {
  if (!hasGo) return;
  [world, program] = await Promise.all([World.start(), buildCheck(folder)]);
});
afterEach(async () => {
  await world?.stop();
});
afterAll(() => rmSync(folder, { recursive: true }));

const text = async (path: string) => (await world.call({ method: 'GET', path })).text();
const signedSize = async () => Number((await text('/log/checkpoint')).split('\n')[1]);
const check = async (...earlier: string[]) =>
  checkLog(program, `${world.stack.url}/log`, (await text('/log/key')).trim(), ...earlier);

/** Runs `npm run log`; rejects with its output if it finds a problem. */
const runLog = (...args: string[]) =>
  promisify(execFile)(
    process.execPath,
    [join(REPOSITORY, 'services/reports/src/log-command.ts'), ...args, '--url', world.stack.url],
    { env: { ...process.env, DATA_DIR: world.stack.dataDir } },
  );

it.runIf(hasGo)('a stranger verifies the whole log of a running site, and finds it rewritten', async () => {
  // The log begins with the epoch of the feeds.
  for (let report = 1; report < 30; report++) await world.report();
  await expect.poll(signedSize).toBe(30);
  const earlier = join(folder, 'earlier');
  writeFileSync(earlier, await text('/log/checkpoint'));
  await world.report();
  await expect.poll(signedSize).toBe(31);
  expect(await check(earlier)).toEqual({
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
  expect(await check(earlier)).toMatchObject({ isRight: false });
  await rewrite('insert into reports.ledger_records overriding system value select * from kept');
  expect(await check(earlier)).toMatchObject({ isRight: true });
  const latest = join(folder, 'latest');
  writeFileSync(latest, await text('/log/checkpoint'));
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
  await expect.poll(signedSize, { timeout: 30_000 }).toBe(31);
  // Consistent in itself; only the latest checkpoint reveals it.
  expect(await check()).toMatchObject({ isRight: true });
  expect(await check(latest)).toEqual({
    isRight: false,
    output: expect.stringContaining('the log was rewritten'),
  });
  await expect(runLog('verify', '--key', key, '--earlier', latest)).rejects.toThrow('the log was rewritten');

  // A lost key: the operator has the next log state what the tables have.
  const { reports } = world.stack.services;
  const restate = () => runLog('restate', '--database', world.stack.databaseUrl);
  await expect(restate()).rejects.toThrow('the key of this log opens');
  await query(world.stack.databaseUrl, `update reports.ledger_head set encrypted_key = 'lost'`);
  await world.report();
  await expect.poll(fault).toContain('INTERNAL_SECRET');
  await restate();
  await reports.restart();
  await expect.poll(signedSize, { timeout: 30_000 }).toBe(33);
  expect((await runLog('key')).stdout).not.toContain(key);
  expect(await check()).toMatchObject({ isRight: true });
});
