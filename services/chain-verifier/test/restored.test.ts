import { createTestDatabase } from '@naughty-list/test-kit/database';
import { installedPostgres, startInstalledPostgres } from '@naughty-list/test-kit/installed-postgres';
import { expect, it, onTestFinished } from 'vitest';
import { startTestChain, startVerifier } from './verifier-under-test.ts';

// Needs the programs of Debian's package `postgresql` to restore with.
it.skipIf(!installedPostgres)('a restore is noted once, by whatever it was done', async () => {
  const postgres = await startInstalledPostgres(installedPostgres ?? '');
  const [chain, jobs] = await Promise.all([startTestChain(), createTestDatabase()]);
  onTestFinished(async () => {
    await chain.close();
    await jobs.drop();
  });
  const restores = async () => {
    const settings = { QUEUE_URL: jobs.url };
    const verifier = await startVerifier({ databaseUrl: postgres.url, chain, settings, workers: false });
    const { length } = await verifier.context.db('restores');
    await verifier.close();
    return length;
  };
  expect(await restores()).toBe(0);
  const file = postgres.backUp();
  expect(await restores()).toBe(0);

  postgres.putAside('empty');
  postgres.restoreBare(file);
  expect([await restores(), await restores()]).toEqual([1, 1]);

  postgres.restoreBare(file, '--clean', '--if-exists');
  expect([await restores(), await restores()]).toEqual([1, 1]);

  postgres.putAside();
  postgres.restore(file);
  expect([await restores(), await restores()]).toEqual([1, 1]);
});
