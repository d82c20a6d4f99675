import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeBackup } from '@naughty-list/embedded/backup/make-backup';
import { restoreBackup } from '@naughty-list/embedded/backup/restore-backup';
import { buildCheck, checkLog, hasGo } from '@naughty-list/ledger/test/check-log';
import { expect, it, onTestFinished } from 'vitest';
import { REPOSITORY } from '../src/repository.ts';
import { startStack } from '../src/stack.ts';
import { World } from './api-world.ts';
import { webRoot } from './lasting-stack.ts';
import { temporaryFolder } from './temporary-folder.ts';

// What a stranger can check of a site that lives: reports, statements, appeals, a burn, an erasure, and a restore.

const textOf = async (site: string, path: string) => (await fetch(`${site}${path}`)).text();
const sizeOf = async (site: string) => Number((await textOf(site, '/log/checkpoint')).split('\n')[1]);

/** Go's findings about the log and its records. */
const check = async (program: string, site: string, ...earlier: string[]) =>
  checkLog(program, `${site}/log`, (await textOf(site, '/log/key')).trim(), '--records', ...earlier);

const audit = async (site: string) =>
  (
    await promisify(execFile)(process.execPath, [
      join(REPOSITORY, 'services/reports/src/log-command.ts'),
      'audit',
      site,
    ])
  ).stdout;

it.runIf(hasGo)(
  'a stranger checks log, records and proofs of a site that lives, and after its restore',
  async () => {
    const folder = temporaryFolder();
    const world = await World.start();
    onTestFinished(() => world.stop());
    const program = await buildCheck(folder);
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
    const deleted = await world.report();
    expect(
      (
        await world.call({
          method: 'DELETE',
          path: `/api/admin/reports/${deleted.id}`,
          headers: admin,
        })
      ).status,
    ).toBe(204);
    await expect
      .poll(() => check(program, url))
      .toEqual({
        isRight: true,
        output: expect.stringMatching(
          /records open, withheld: map\[deleted:1 erased:1 private:\d+ removed:1\]/,
        ),
      });
    expect(await audit(url)).toContain('nothing differs');
    const earlier = join(folder, 'earlier');
    writeFileSync(earlier, await textOf(url, '/log/checkpoint'));
    const file = join(folder, 'backup.tar.gz');
    await makeBackup(world.stack.dataDir, file);
    await world.report();
    expect(await check(program, url, earlier)).toMatchObject({ isRight: true });

    const dataDir = join(folder, 'restored');
    await restoreBackup(dataDir, file);
    const restored = await startStack({
      dataDir,
      host: '127.0.0.1',
      port: 0,
      env: {
        WEB_ROOT: webRoot(),
        OEMBED_URL: 'http://127.0.0.1:1',
        // Go reads each tile anew for each of 2,000 proofs.
        RATE_LIMIT_READS_PER_MINUTE: '100000',
        CONNECTIONS_PER_CLIENT: '100000',
      },
      postgres: { fsync: false },
    });
    onTestFinished(() => restored.stop());
    await expect.poll(() => sizeOf(restored.url)).toBeGreaterThan(5);
    expect(await check(program, restored.url)).toMatchObject({ isRight: true });
    expect(await textOf(restored.url, '/log/predecessor')).toContain(
      'The last checkpoint of the log before it:',
    );
    expect(await audit(restored.url)).toContain('nothing differs');
  },
);
