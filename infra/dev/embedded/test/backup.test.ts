import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { makeBackup } from '@naughty-list/embedded/backup/make-backup';
import { restoreBackup } from '@naughty-list/embedded/backup/restore-backup';
import { type Stack, startStack } from '@naughty-list/embedded/stack';
import { expect, it, onTestFinished } from 'vitest';
import { query } from './query.ts';
import { burn, get, listedIds, post, submitReport } from './removal-flow.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { webRoot } from './web-root.ts';

async function start(dataDir: string): Promise<Stack> {
  const stack = await startStack({
    dataDir,
    host: '127.0.0.1',
    port: 0,
    env: { WEB_ROOT: webRoot() },
    postgres: { fsync: false },
  });
  onTestFinished(() => stack.stop());
  return stack;
}

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

const written = (stack: Stack) =>
  query(stack.databaseUrl, 'select count(*)::int as rows, sum(n)::text as sum from filler');

it('backs up a stack that is being written to; what it held by then is there again, and the stack goes on', async () => {
  const stack = await start(temporaryFolder());
  const kept = await submitReport(stack);
  await query(stack.databaseUrl, 'create table filler (n int)');
  let isWriting = true;
  const writing = (async () => {
    for (let n = 0; isWriting; n += 1000) {
      await query(stack.databaseUrl, `insert into filler select generate_series(${n}, ${n + 999})`);
    }
  })();
  const file = join(temporaryFolder(), 'backup.tar.gz');
  const [before] = (await written(stack)) as { rows: number }[];
  const modes = await modesWhile(`${file}.new`, makeBackup(stack.dataDir, file));
  isWriting = false;
  await writing;
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect([...modes]).toEqual([0o600]);
  const later = await submitReport(stack);
  await stack.stop();

  const dataDir = join(temporaryFolder(), 'restored');
  await restoreBackup(dataDir, file);
  const restored = await start(dataDir);
  const listed = (await get(restored, '/api/scammer-reports')) as { username: string }[];
  expect(listed.map(({ username }) => username)).toEqual([kept.username]);
  expect(listed).not.toContainEqual(expect.objectContaining({ username: later.username }));
  const [after] = (await written(restored)) as { rows: number; sum: string }[];
  expect(after?.rows).toBeGreaterThanOrEqual(before?.rows ?? 0);
  // Only complete statements: n rows of 0 … n - 1.
  expect(BigInt(after?.sum ?? 0)).toBe((BigInt(after?.rows ?? 0) * BigInt((after?.rows ?? 0) - 1)) / 2n);

  const txHash = await burn(restored, kept.uniqueBurnAddress);
  const removal = await post(restored, `/api/scammer-reports/${kept.id}/remove-by-burn`, { txHash });
  expect([200, 202]).toContain(removal.status);
  await expect.poll(() => listedIds(restored)).toEqual([]);
  expect(await query(restored.databaseUrl, 'select count(*)::int as times from chain.restores')).toEqual([
    { times: 1 },
  ]);
  // A burn for a lost report names its number, which must not be reused.
  expect((await submitReport(restored)).id).toBeGreaterThan(later.id + 1_000);
});

it('backs up a stack that is stopped, too', async () => {
  const stack = await start(temporaryFolder());
  await submitReport(stack);
  await stack.stop();
  const file = join(temporaryFolder(), 'backup.tar.gz');
  await makeBackup(stack.dataDir, file);
  const dataDir = join(temporaryFolder(), 'restored');
  await restoreBackup(dataDir, file);
  expect(await get(await start(dataDir), '/api/scammer-reports')).toHaveLength(1);
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
    /letter\.txt is no backup of the Naughty List$/,
  );
});
