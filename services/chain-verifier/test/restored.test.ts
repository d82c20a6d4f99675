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
  const restoredAt = async (): Promise<Date | null> => {
    const settings = { QUEUE_URL: jobs.url };
    const verifier = await startVerifier({ databaseUrl: postgres.url, chain, settings, workers: false });
    const { restored_at } = await verifier.context.db('state').first('restored_at');
    await verifier.close();
    return restored_at;
  };
  const notedOnce = async () => {
    const noted = await restoredAt();
    expect(noted).toBeInstanceOf(Date);
    expect(await restoredAt()).toEqual(noted);
  };
  expect(await restoredAt()).toBeNull();
  const file = postgres.backUp();
  expect(await restoredAt()).toBeNull();

  postgres.putAside('empty');
  postgres.restoreBare(file);
  await notedOnce();

  postgres.restoreBare(file, '--clean', '--if-exists');
  await notedOnce();

  postgres.putAside();
  postgres.restore(file);
  await notedOnce();
});
