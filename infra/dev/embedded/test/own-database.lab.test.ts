import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makeBackup } from '@naughty-list/embedded/backup/make-backup';
import { startPostgres } from '@naughty-list/embedded/postgres';
import { startStack } from '@naughty-list/embedded/stack';
import { expect, it, onTestFinished } from 'vitest';
import { webRoot } from './lasting-stack.ts';
import { query } from './query.ts';
import { listedIds, submitReport } from './removal-flow.ts';
import { temporaryFolder } from './temporary-folder.ts';

it('runs on the database that DATABASE_URL names, starts none of its own, and backs it up', async () => {
  const server = await startPostgres({ dataDir: temporaryFolder(), fsync: false });
  onTestFinished(() => server.stop());
  await query(server.url, 'create database of_the_operator');
  const databaseUrl = new URL(server.url);
  databaseUrl.pathname = '/of_the_operator';
  const dataDir = temporaryFolder();
  const stack = await startStack({
    dataDir,
    host: '127.0.0.1',
    port: 0,
    databaseUrl: databaseUrl.href,
    env: { WEB_ROOT: webRoot(), OEMBED_URL: 'http://127.0.0.1:1' },
  });
  onTestFinished(() => stack.stop());
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
